/**
 * Headers by which pages of other origins may read an answer. They are let in by a token alone: with `*` a browser
 * shows a page no answer to a request that carried cookies (Fetch, 3.3).
 */
export const crossOriginAnswer: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After, X-Request-Id',
}

/** What a browser asks before it sends such a request. `*` means every header but that of a token. */
export const crossOriginPreflight = (methods: readonly string[]): Readonly<Record<string, string>> => ({
  ...crossOriginAnswer,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'Authorization, *',
  'access-control-max-age': '7200',
})
