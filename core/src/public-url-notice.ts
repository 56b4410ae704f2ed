import { isLocalName } from './access/own-origin.ts'
import type { Config } from './base/config.ts'
import { isLoopback } from './http/address.ts'

/**
 * Consequences of a missing PUBLIC_URL, for the terminal; undefined if it is set, and if the node is meant for this
 * machine alone. A trusted proxy is configured by hand alone while there is no PUBLIC_URL.
 * @param address the one in links meanwhile
 */
export function publicUrlNotice(
  { publicUrl, host, trustedProxies }: Pick<Config, 'publicUrl' | 'host' | 'trustedProxies'>,
  address: string,
): string | undefined {
  const isBehindProxy = 'hops' in trustedProxies || trustedProxies.networks.length > 0
  if (publicUrl !== undefined || (isOwnMachine(host) && !isBehindProxy)) return undefined
  return (
    `PUBLIC_URL is not set: providers get no address for webhooks, links in mails lead to ${address}, ` +
    'passkeys and single sign-on work on this machine alone, and cookies are not marked as secure. ' +
    'Set it to the address under which people reach this installation.'
  )
}

const isOwnMachine = (host: string): boolean => isLoopback(host) || isLocalName(host)
