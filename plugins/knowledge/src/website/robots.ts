import { userAgent } from './site-address.ts'

/** What a site asks of programs that read it (RFC 9309). */
export interface Robots {
  /** `Sitemap:` lines, as they are written. */
  readonly sitemaps: readonly string[]
  /** Whether this program may ask for an address of the site. */
  allows(address: URL): boolean
}

/** So much of a robots.txt is read, in bytes; the rest is passed over, as the RFC allows. */
export const longestRobots = 512_000
const mostSitemapLines = 100
/** Rules of a group that are kept; each address of a site is held against them. */
const mostRules = 2_000

interface Rule {
  readonly isAllowed: boolean
  readonly pattern: string
}

/** One spelling of what can be spelled with and without percent signs. */
const spelled = (path: string): string =>
  path
    .toWellFormed()
    .replaceAll(/[^\u0021-\u007e]/gu, encodeURIComponent)
    .replaceAll(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())

/** `*` stands for anything, `$` at the end for the end; without it the pattern is the beginning of a path. */
export function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? others.pop() : undefined
  let at = first.length
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.endsWith(last) && path.length - last.length >= at
}

function keep(rules: Map<string, Rule>, rule: Rule): void {
  const known = rules.get(rule.pattern)
  if (known ? rule.isAllowed : rules.size < mostRules) rules.set(rule.pattern, rule)
}

/**
 * Reads a robots.txt: the groups that name this program, else those for all. Of the rules that fit, the longest counts,
 * and what allows before what does not. Any text can be read.
 */
export function robotsOf(text: string): Robots {
  const own = new Map<string, Rule>()
  const general = new Map<string, Rule>()
  const sitemaps: string[] = []
  let agents: string[] = []
  let isNamed = false
  let isNaming = false
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const [said = ''] = line.split('#', 1)
    const colon = said.indexOf(':')
    if (colon === -1) continue
    const [field, value] = [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()]
    if (field === 'sitemap') {
      if (sitemaps.length < mostSitemapLines) sitemaps.push(value)
    } else if (field === 'user-agent') {
      if (!isNaming) agents = []
      isNaming = true
      const agent = value.split('/', 1)[0]!.trim().toLowerCase()
      agents.push(agent)
      if (agent === userAgent.toLowerCase()) isNamed = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (value === '') continue
      const rule = { isAllowed: field === 'allow', pattern: spelled(value) }
      if (agents.includes(userAgent.toLowerCase())) keep(own, rule)
      if (agents.includes('*')) keep(general, rule)
    }
  }
  const rules = [...(isNamed ? own : general).values()].toSorted(
    (one, other) => other.pattern.length - one.pattern.length || Number(other.isAllowed) - Number(one.isAllowed),
  )
  return {
    sitemaps,
    allows: ({ pathname, search }) => {
      const path = spelled(pathname + search)
      return rules.find(({ pattern }) => matches(pattern, path))?.isAllowed ?? true
    },
  }
}
