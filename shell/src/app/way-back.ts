/** `to` with where the page stands now, to come back to; a place that leads somewhere else already keeps its own. */
export function wayBackTo(to: '/login' | '/lgpd-consent', here = location.hash.slice(1)): string {
  if (here.startsWith(to)) return here
  const [path = '', search] = here.split('?')
  const before = path === '/login' || path === '/lgpd-consent' ? new URLSearchParams(search).get('redirect') : here
  return before ? `${to}?redirect=${encodeURIComponent(before)}` : to
}

/** Only a path of this page: never another site. */
export const wayBack = (wanted: string | undefined): string => wanted?.startsWith('/') && !wanted.startsWith('//') && !wanted.startsWith('/\\') ? wanted : '/home'
