import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isRange, parseRange, type Range } from './addresses.ts'

/**
 * Trusted proxies, which may name the address of their caller: a number of hops before this server, each of which
 * appends to `X-Forwarded-For`, or the networks of the proxies. No networks: no proxy is trusted.
 */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly Range[] }

/** Networks that have a name of their own, so that nobody has to look them up. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
/** More proxies than this in a row are a mistake. */
const maxHops = 10

export const noProxies: TrustedProxies = { networks: [] }

/**
 * Reads what `TRUSTED_PROXIES` may say: a number of hops, `none`, or networks, addresses and the names `loopback` and
 * `private`, separated by commas. Undefined for anything else.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  const written = text.trim().toLowerCase()
  if (/^\d{1,4}$/.test(written))
    return Number(written) === 0 ? noProxies : Number(written) <= maxHops ? { hops: Number(written) } : undefined
  if (written === 'none') return noProxies
  const networks = written.split(',').map((each) => networksOf(each.trim()))
  return networks.every((each) => each !== undefined) ? { networks: networks.flat() } : undefined
}

/**
 * Default without configuration: an installation with a public address usually runs behind a proxy on the same machine,
 * so that one is trusted. Without a public address none is.
 */
export const defaultTrustedProxies = (publicUrl: string | undefined): TrustedProxies =>
  publicUrl === undefined ? noProxies : { networks: networksOf('loopback')! }

function networksOf(word: string): Range[] | undefined {
  const named = Object.hasOwn(namedNetworks, word) ? namedNetworks[word] : undefined
  if (named) return named.map(parseRange)
  if (isIP(word) !== 0 && !word.includes('%'))
    return [[ipaddr.process(word), ipaddr.process(word).kind() === 'ipv4' ? 32 : 128]]
  if (!isRange(word) || isIP(word.slice(0, word.indexOf('/'))) === 0) return undefined
  const range = parseRange(word)
  // Trusting every network lets every client choose its address. IPv4 inside IPv6 is compared as IPv4.
  const isMapped = range[0].kind() === 'ipv6' && (range[0] as ipaddr.IPv6).isIPv4MappedAddress()
  return range[1] === 0 || isMapped ? undefined : [range]
}
