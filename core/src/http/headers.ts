/**
 * Headers of every answer that does not bring its own. An API answer may not be framed, sniffed, cached or read from
 * another origin; pages and downloads set what they need differently.
 */
export const baseHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The hosts below it too, or one of them could be spoken to in plain and set cookies for this one. No `preload`: to
  // be on the browsers' lists, and to get off them again, is its owner's decision about the whole domain.
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/**
 * Adds what the answer does not have yet. Answers of other fetch implementations have fixed headers and are wrapped.
 */
export function withBaseHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  try {
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  } catch {
    const own = new Headers(response.headers)
    for (const [name, value] of Object.entries(headers)) if (!own.has(name)) own.set(name, value)
    return new Response(response.body, { status: response.status, headers: own })
  }
}
