import { domainOf } from './address.ts'
import type { Head } from './head.ts'

/** Providers whose receiving servers call themselves otherwise than the host that mail is fetched from; undefined for one that gives no name. */
const known: readonly (readonly [RegExp, string | undefined])[] = [[/(^|\.)(gmail|googlemail)\.com$/, 'mx.google.com'], [/(^|\.)(outlook\.com|office365\.com|outlook\.office365\.com)$/, undefined]]

/**
 * Whether the server that received the mail vouches for its sender (RFC 8601): DMARC passed, or DKIM or SPF for the
 * sender's own domain. Only the field that this server wrote on top counts; anybody can write one below.
 * @param server host of the mailbox, or the name that the settings say its receiving server gives itself
 */
export function isVouchedFor(head: Pick<Head, 'all' | 'from'>, host: string, server: string | undefined): boolean {
  const top = head.all('authentication-results')[0]?.replace(/\([^()]*\)/g, ' ')
  const from = head.from && domainOf(head.from.address)
  if (top === undefined || from === undefined) return false
  const [first = '', ...results] = top.split(';').map((piece) => piece.trim().toLowerCase())
  const provider = server === undefined ? known.find(([pattern]) => pattern.test(host)) : undefined
  const isNamed = !first.includes('=')
  if (provider && provider[1] === undefined ? isNamed : !isNamed || !isServer(first.split(/\s/, 1)[0]!, provider?.[1] ?? server ?? host)) return false
  return (isNamed ? results : [first, ...results]).some((result) => passes(result, from))
}

/** The same host, or one of the same domain. */
function isServer(id: string, expected: string): boolean {
  const domain = expected.split('.').slice(1).join('.')
  return id === expected || id === domain || (domain.includes('.') && id.endsWith(`.${domain}`))
}

function passes(result: string, from: string): boolean {
  const [, method, verdict] = /^(dmarc|dkim|spf)\s*=\s*(\w+)/.exec(result) ?? []
  if (verdict !== 'pass') return false
  const property = (name: string): string | undefined => new RegExp(`\\b${name}\\s*=\\s*"?([^\\s;"]+)`).exec(result)?.[1]
  const signer = method === 'dmarc' ? property('header\\.from') ?? from : method === 'dkim' ? property('header\\.d') ?? property('header\\.i') : property('smtp\\.mailfrom') ?? property('smtp\\.from')
  return signer !== undefined && isAligned(domainOf(signer), from)
}

/** Relaxed alignment: the same domain, or one of them lies in the other. */
const isAligned = (one: string, other: string): boolean => one === other || [[one, other], [other, one]].some(([inner, outer]) => outer!.includes('.') && inner!.endsWith(`.${outer}`))
