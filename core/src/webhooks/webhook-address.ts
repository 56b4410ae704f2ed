import { Refusal } from '@recado/contracts'
import { isReachable } from '../base/addresses.ts'
import type { Egress } from '../security/egress.ts'

const refused = (message: string): Refusal =>
  new Refusal('ERR_WEBHOOK_ADDRESS', { issues: [{ path: 'body.url', message }] })

/**
 * The address of an endpoint as it is stored. https, or http within networks that the installation allows: nobody reads
 * along there. Every attempt is checked again, because a name may lead elsewhere by then.
 *
 * @throws Refusal ERR_WEBHOOK_ADDRESS for what is no such address, does not resolve or may not be reached
 */
export async function webhookAddress(egress: Pick<Egress, 'resolveFor'>, text: string): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw refused('not the address of a web server')
  url.hash = ''
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && port < 1024) throw refused('the port is reserved')
  const address = await egress
    .resolveFor({})(url.hostname)
    .catch(() => {
      throw refused('it leads to no server that may be reached')
    })
  if (url.protocol === 'http:' && isReachable(address, [])) throw refused('https is required')
  return url.href
}
