/**
 * The origin under which browsers reach this installation: that of PUBLIC_URL, or without it the one a request was
 * sent to, if that is this machine. Any other host header is somebody's word and counts for nothing: undefined.
 */
export function ownOrigin(publicUrl: string | undefined, request: URL): URL | undefined {
  if (publicUrl !== undefined) return new URL(new URL(publicUrl).origin)
  return isOwnMachine(request.hostname) ? new URL(request.origin) : undefined
}

/** Names and addresses that never leave the machine. */
export const isOwnMachine = (hostname: string): boolean =>
  isLocalName(hostname) || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Local host names without port; browsers take no address as the name of a site. */
export const isLocalName = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')
