import { Refusal } from '@recado/contracts'
import { isReachable } from '../base/addresses.ts'
import type { Egress } from '../security/egress.ts'

const refused = (message: string): Refusal =>
  new Refusal('ERR_WEBHOOK_ADDRESS', { issues: [{ path: 'body.url', message }] })

const isRefusal = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EGRESS_REFUSED'

/**
 * The address of an endpoint as it is stored. https, or http within networks that the installation allows: nobody reads
 * along there. Every attempt is checked again, because a name may lead elsewhere by then.
 *
 * @param mayBeAway true for an address that was in use before: a name that does not resolve now may do so later
 * @throws Refusal ERR_WEBHOOK_ADDRESS for what is no such address, does not resolve or may not be reached
 */
export async function webhookAddress(
  egress: Pick<Egress, 'resolveFor'>,
  text: string,
  mayBeAway = false,
): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw refused('not the address of a web server')
  url.hash = ''
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && port < 1024) throw refused('the port is reserved')
  const address = await egress
    .resolveFor({})(url.hostname)
    .catch((error: unknown) => {
      if (mayBeAway && !isRefusal(error)) return undefined
      throw refused('it leads to no server that may be reached')
    })
  if (url.protocol === 'http:' && (address === undefined || isReachable(address, [])))
    throw refused('https is required')
  return url.href
}
