import ipaddr from 'ipaddr.js'

/** A network: its first address and the length of its prefix. */
export type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses `10.0.0.0/8`, `::1/128`; throws on anything else. */
export const parseRange = (range: string): Range => ipaddr.parseCIDR(range)

export const isRange = (range: string): boolean => ipaddr.isValidCIDR(range)

/** Whether an address lies in one of the networks of its own kind. */
export const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range as never))

const globalV6 = parseRange('2000::/3')
const nat64 = parseRange('64:ff9b::/96')

/**
 * Addresses out of public ranges behind which there is a platform and not the internet, for machines that are in it:
 * they answer by where the question comes from, without asking for credentials.
 */
const platforms = [
  // Azure: the wire server, which also holds the configuration and certificates of a machine.
  '168.63.129.16/32',
  // IBM Cloud: services of the private network, and its resolvers.
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Equinix Metal: metadata.
  '192.80.8.124/32',
  // The former experimental network 6bone: given back (RFC 3701), routed by nobody.
  '3ffe::/16',
].map(parseRange)

/**
 * Whether an address belongs to the public internet, or to an explicitly allowed range. IPv4 inside IPv6 (mapped,
 * NAT64) is checked by the IPv4 address. Not public are: private, loopback, link-local, shared, documentation, tunnel,
 * multicast and reserved ranges, and addresses that belong to a cloud's platform.
 */
export function isReachable(address: string, allowed: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = unwrapped(ipaddr.parse(address))
  if (isWithin(plain, allowed)) return true
  if (plain.range() !== 'unicast' || isWithin(plain, platforms)) return false
  return plain.kind() === 'ipv4' || (isWithin(plain, [globalV6]) && !isIsatap(plain as ipaddr.IPv6))
}

/** An IPv4 address in the last half of any prefix, to which a tunnel would lead (RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe

function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const v6 = address as ipaddr.IPv6
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address()
  if (isWithin(v6, [nat64])) return new ipaddr.IPv4(v6.toByteArray().slice(12))
  return v6
}
