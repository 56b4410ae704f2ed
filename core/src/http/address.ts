import { isIP } from 'node:net'
import ipaddr, { type IPv6 } from 'ipaddr.js'

/**
 * The caller's address, for limits and logs. A server with a public address of its own (`PUBLIC_URL`) stands behind a
 * proxy, so that the last untrusted entry of X-Forwarded-For counts; without one the header is anybody's and ignored.
 */
export function callerAddress(headers: Headers, peer: string | undefined, behindProxy: boolean): string {
  const direct = bare(peer ?? '')
  if (!behindProxy || !isNear(direct)) return direct
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => bare(hop.trim())).filter((hop) => isIP(hop) !== 0)
  return hops.findLast((hop) => !isNear(hop)) ?? hops[0] ?? direct
}

/** A proxy of our own: on this machine or in its private network. */
function isNear(address: string): boolean {
  return isIP(address) !== 0 && ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range())
}

const bare = (address: string): string => (isIP(address) !== 0 ? ipaddr.process(address).toString() : address)

/** Whether the peer of a request is this machine. */
export const isLoopback = (address: string): boolean => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'

/**
 * What limits count instead of an address: a home or an office holds a whole /64 of IPv6 (RFC 6177) and may call from any
 * address in it. IPv4 addresses stand for themselves.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.parse(address)
  return parsed.kind() === 'ipv6' ? `${(parsed as IPv6).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64` : address
}
