import { isIP } from 'node:net'
import type { Logger } from '@recado/contracts'
import ipaddr, { type IPv6 } from 'ipaddr.js'
import { isWithin } from '../base/addresses.ts'
import type { TrustedProxies } from '../base/trusted-proxies.ts'

/**
 * The caller's address, for limits, logs and the audit trail. `peer` is the address of the connection; proxies that are
 * trusted append the address of whoever called them to the end of `X-Forwarded-For` (several lines count as one list).
 *
 * With networks the list is read from its end, for as long as the hop reached is a trusted proxy: the first that is
 * none is the caller, in whatever network it stands. With a number of hops the caller is the entry of that number from
 * the end. Entries further to the left were sent by the caller and are never read. An entry that is no address ends the
 * reading at the hop reached; where the list is shorter than the number of hops, or unreadable, the entry of the
 * nearest proxy counts. `Forwarded` (RFC 7239) is not read: a proxy that writes one of the two headers leaves the other
 * to the client.
 */
export function callerAddress(
  forwardedFor: string | null | undefined,
  peer: string | undefined,
  trusted: TrustedProxies,
): string {
  const direct = plainAddress(peer ?? '') ?? peer ?? ''
  const list = forwardedFor ? forwardedFor.split(',') : []
  if ('hops' in trusted) {
    const appended = list.slice(-trusted.hops).map(plainAddress)
    return (appended.length === trusted.hops && !appended.includes(undefined) ? appended[0] : appended.at(-1)) ?? direct
  }
  let reached = direct
  while (list.length > 0 && isTrusted(reached, trusted.networks)) {
    const hop = plainAddress(list.pop()!)
    if (hop === undefined) break
    reached = hop
  }
  return reached
}

/** Determines a caller's address: the same for requests and for sockets. */
export type AddressOf = (forwardedFor: string | null | undefined, peer: string | undefined) => string

/** {@link callerAddress} for these proxies. Warns once of a proxy in one's own network that is not among them. */
export function addressReader(trusted: TrustedProxies, log: Pick<Logger, 'warn'>): AddressOf {
  let warned = false
  return (forwardedFor, peer) => {
    if (!warned && isUndeclaredProxy(forwardedFor, peer, trusted)) {
      warned = true
      log.warn(
        { proxy: peer },
        'a proxy that TRUSTED_PROXIES does not name forwards requests: its callers share one address and its limits',
      )
    }
    return callerAddress(forwardedFor, peer, trusted)
  }
}

/** Whether a request seems to come through a proxy in one's own network that nobody declared as trusted. */
function isUndeclaredProxy(
  forwardedFor: string | null | undefined,
  peer: string | undefined,
  trusted: TrustedProxies,
): boolean {
  const direct = plainAddress(peer ?? '')
  if (!forwardedFor || direct === undefined || 'hops' in trusted || isTrusted(direct, trusted.networks)) return false
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(ipaddr.parse(direct).range())
}

const isTrusted = (address: string, networks: Extract<TrustedProxies, { networks: unknown }>['networks']): boolean =>
  isIP(address) !== 0 && isWithin(ipaddr.parse(address), networks)

/**
 * One spelling for each address: IPv4 inside IPv6 as IPv4, without a zone. Some proxies append the port, with brackets
 * around IPv6. Undefined for anything that is no address.
 */
function plainAddress(written: string): string | undefined {
  const text = written.trim()
  const bare = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%[\w.-]{1,32}$/, '')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Whether the peer of a request is this machine. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'

/**
 * Key of limits instead of an address: a home or an office holds a whole /64 of IPv6 (RFC 6177) and may call from any
 * address in it. IPv4 addresses are their own key.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.parse(address)
  return parsed.kind() === 'ipv6'
    ? `${(parsed as IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address
}
