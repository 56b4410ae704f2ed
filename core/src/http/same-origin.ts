/**
 * Whether an `Origin` names this installation: the address it is published under, or the host the request was sent to.
 */
export function isOwnOrigin(origin: string, host: string | null | undefined, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return (
    url.host !== '' &&
    (url.host === host?.toLowerCase() || (publicUrl !== undefined && url.origin === new URL(publicUrl).origin))
  )
}

/**
 * Whether a request that carries a cookie comes from our own pages. Browsers say so in `Sec-Fetch-Site`; older ones
 * only name the `Origin`; programs that send neither hold no cookie of somebody else's.
 */
export function isSameOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin === null || isOwnOrigin(origin, headers.get('host'), publicUrl)
}
