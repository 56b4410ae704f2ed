import { domainOf } from './address.ts'
import {
  readAuthenticationResults,
  type AuthenticationResult,
  type AuthenticationResults,
} from './authentication-results.ts'
import type { Head } from './head.ts'
import { isOfOneOrganisation } from './organisation.ts'

/** Providers that judge every mail, and by which name; undefined for one that gives none. */
const providers: readonly (readonly [RegExp, string | undefined])[] = [
  [/(^|\.)(gmail|googlemail)\.com$/, 'mx.google.com'],
  [/(^|\.)(outlook\.com|office365\.com)$/, undefined],
]

/**
 * Whether the server that received the mail vouches for its sender (RFC 8601): DMARC passed, or where the sender's
 * domain has no such policy DKIM or SPF did for a domain of the same organisation.
 *
 * Anybody can write the field into a mail, with any name. It is believed where only the receiving server can have put
 * it: above the first `Received`, which that server writes on top of what it was sent, with a name of the IMAP server's
 * organisation. Many servers put it just below their `Received`, where a sender's own would stand too. The topmost is
 * believed there of a server that is known to judge every mail: a large provider, or the one that the settings name.
 * @param host of the mailbox
 * @param server the name that the settings say its receiving server gives itself
 */
export function isVouchedFor(
  head: Pick<Head, 'all' | 'onTop' | 'from'>,
  host: string,
  server: string | undefined,
): boolean {
  const from = head.from && domainOf(head.from.address)
  // Servers judge one of several From fields, and do not say which.
  if (from === undefined || head.all('from').length > 1) return false
  const provider = server === undefined ? providers.find(([pattern]) => pattern.test(host)) : undefined
  const isKnown = server !== undefined || provider !== undefined
  const expected = server ?? (provider ? provider[1] : host)
  const isReceiver = ({ server: name }: AuthenticationResults): boolean =>
    name === undefined || expected === undefined
      ? name === expected
      : name === expected || (!provider && isOfOneOrganisation(name, expected))
  const read = (field: string): AuthenticationResults[] => [readAuthenticationResults(field) ?? []].flat()
  const onTop = head.onTop('authentication-results').flatMap(read)
  const believed = onTop.length > 0 || !isKnown ? onTop : head.all('authentication-results').slice(0, 1).flatMap(read)
  return isPassed(
    believed.filter(isReceiver).flatMap(({ results }) => results),
    from,
  )
}

function isPassed(results: readonly AuthenticationResult[], from: string): boolean {
  // DMARC has the policy of the sender's domain; the other methods count if it has no result.
  const byPolicy = results.filter(
    ({ method, verdict }) => method === 'dmarc' && verdict !== 'none' && verdict !== 'bestguesspass',
  )
  const decisive =
    byPolicy.length > 0
      ? byPolicy
      : results.filter(({ method, verdict }) => (method === 'dkim' || method === 'spf') && verdict === 'pass')
  const passes = (result: AuthenticationResult): boolean => result.verdict === 'pass' && isAligned(result, from)
  return byPolicy.length > 0 ? decisive.every(passes) : decisive.some(passes)
}

const signerIn: Readonly<Record<string, readonly string[]>> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom', 'smtp.from', 'smtp.mail'],
}

function isAligned({ method, properties }: AuthenticationResult, from: string): boolean {
  const signer = signerIn[method]?.map((property) => properties.get(property)).find((each) => each !== undefined)
  return signer !== undefined && isOfOneOrganisation(domainOf(signer.replace(/^<(.*)>$/, '$1')), from)
}
