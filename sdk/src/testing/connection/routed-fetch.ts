/** Runs work so that what it opens is not counted as the adapter's own; see `openHandles`. */
export type Outside = <T>(work: () => T) => T

/** One request that the adapter made, by method and address. */
export interface RequestMade {
  readonly method: string
  readonly url: string
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

/** Whether a host is one of these patterns: exact, `*.example.com`, or `*`. */
export const hostMatches = (host: string, pattern: string): boolean =>
  pattern === '*' || host === pattern || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)))

/** A request that the egress guard of the product refuses, as it arrives at the caller. */
export const egressRefused = (reason: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(reason), { code: 'EGRESS_REFUSED' }) })

/**
 * A `fetch` that routes the hosts of `routes` (patterns) to the addresses there and refuses every other, as the egress
 * guard does. The stand-in gets the called host from `x-forwarded-host`. An empty address is the host itself.
 */
export function routedFetch(
  routes: Readonly<Record<string, string>>,
  made: (request: RequestMade) => void = () => undefined,
  outside: Outside = (work) => work(),
): typeof fetch {
  async function follow(request: Request, hops: number): Promise<Response> {
    const url = new URL(request.url)
    made({ method: request.method, url: url.href })
    const pattern = Object.keys(routes).find((each) => hostMatches(url.hostname, each))
    if (pattern === undefined) throw egressRefused(`the host ${url.hostname} is not among those declared`)
    const target = routes[pattern] === '' ? url.href : new URL(`${url.pathname}${url.search}`, routes[pattern]).href
    const headers = new Headers(request.headers)
    headers.set('x-forwarded-host', url.host)
    const body = request.body === null ? null : await request.arrayBuffer()
    const response = await outside(() =>
      fetch(target, { method: request.method, headers, body, signal: request.signal, redirect: 'manual' }),
    )
    const location = response.headers.get('location')
    if (!redirects.has(response.status) || location === null || request.redirect === 'manual') return response
    await response.body?.cancel()
    if (hops >= maxRedirects) throw egressRefused('too many redirects')
    return follow(
      new Request(new URL(location, url), {
        signal: request.signal,
        headers: { accept: request.headers.get('accept') ?? '*/*' },
      }),
      hops + 1,
    )
  }
  return (input, init) => follow(new Request(input, init), 0)
}
