/** Screens that somebody is led to in between, and leaves for where they wanted to go. */
const between = ['/login', '/lgpd-consent', '/verificacao'] as const

/** `to` with where the page stands now, to come back to; a place that leads somewhere else already keeps its own. */
export function wayBackTo(to: (typeof between)[number], here = location.hash.slice(1)): string {
  if (here.startsWith(to)) return here
  const [path = '', search] = here.split('?')
  const before = (between as readonly string[]).includes(path) ? new URLSearchParams(search).get('redirect') : here
  return before ? `${to}?redirect=${encodeURIComponent(before)}` : to
}

/** A path of this page: never another site. */
export const wayBack = (wanted: string | undefined): string =>
  wanted?.startsWith('/') && !wanted.startsWith('//') && !wanted.startsWith('/\\') ? wanted : '/home'
