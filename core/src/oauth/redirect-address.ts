/** Longest address that a program may be led back to, in characters. */
export const longestRedirect = 400

/**
 * Schemes that a browser answers itself, or that open what no program of a user listens to. Schemes of apps are free:
 * nobody registers them.
 */
const refusedSchemes = new Set(
  'about blob chrome data edge file filesystem ftp intent jar javascript mailto tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Anything that can stand in an address, without spaces, quotes and control characters. */
const plain = /^[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/

/** Where an address that a program registers leads; undefined for one that it cannot have. */
export function redirectOf(text: string): URL | undefined {
  if (text.length > longestRedirect || !plain.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (text.includes('#') || url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:') return loopback.has(url.hostname) ? url : undefined
  return refusedSchemes.has(url.protocol) ? undefined : url
}

/**
 * Whether an address is the registered one: to the letter, but for the port of a program on its user's machine, which
 * takes a free one each time (RFC 8252, 7.3).
 */
export function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  const [there, here] = [redirectOf(registered), redirectOf(given)]
  if (there?.protocol !== 'http:' || here?.protocol !== 'http:') return false
  there.port = here.port
  return there.href === here.href
}

/** What people know a target by: the host, or the scheme of an app. */
export const leadsTo = (redirect: URL): string =>
  redirect.protocol === 'https:' || redirect.protocol === 'http:' ? redirect.host : `${redirect.protocol}//`
