import ipaddr from 'ipaddr.js'

type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

const globalV6 = ipaddr.parseCIDR('2000::/3')
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Parses `10.0.0.0/8`, `::1/128`; throws on anything else. */
export const parseRange = (range: string): Cidr => ipaddr.parseCIDR(range)

export const isRange = (range: string): boolean => ipaddr.isValidCIDR(range)

/**
 * Whether an address is one of the public internet, or of a range that was allowed on purpose. IPv4 inside IPv6 (mapped,
 * NAT64) is judged by the IPv4 address. What is not known to be public is not: private, loopback, link-local, shared,
 * documentation, tunnel, multicast and reserved ranges.
 */
export function isReachable(address: string, allowed: readonly Cidr[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = unwrapped(ipaddr.parse(address))
  if (allowed.some((range) => range[0].kind() === plain.kind() && plain.match(range as never))) return true
  return plain.range() === 'unicast' && (plain.kind() === 'ipv4' || plain.match(globalV6 as never))
}

function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const v6 = address as ipaddr.IPv6
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address()
  if (v6.match(nat64 as [ipaddr.IPv6, number])) return new ipaddr.IPv4(v6.toByteArray().slice(12))
  return v6
}
