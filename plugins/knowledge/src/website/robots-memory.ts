import { refusal } from '../errors.ts'
import { longestRobots, robotsOf, type Robots } from './robots.ts'
import { bytesOf, visit, type Visitor } from './site-visit.ts'

const keptMs = 5 * 60_000
const keptSites = 20

/** The robots.txt of sites, each asked for once while its pages are read. */
export class RobotsMemory {
  readonly #kept = new Map<string, { readonly until: number; readonly robots: Robots }>()

  /**
   * What the site of an address asks for. A site without a robots.txt allows everything; one that cannot say it just
   * now is not read.
   * @throws Refusal ERR_WEBSITE_UNREACHED
   */
  async of({ origin }: URL, visitor: Visitor): Promise<Robots> {
    const known = this.#kept.get(origin)
    if (known && known.until > performance.now()) return known.robots
    const robots = await asked(new URL('/robots.txt', origin), visitor)
    this.#kept.delete(origin)
    this.#kept.set(origin, { until: performance.now() + keptMs, robots })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptSites) break
      this.#kept.delete(oldest)
    }
    return robots
  }

  /** @throws Refusal ERR_WEBSITE_FORBIDDEN where the site asks that the address is not read; ERR_WEBSITE_UNREACHED */
  async assertAllowed(address: URL, visitor: Visitor): Promise<Robots> {
    const robots = await this.of(address, visitor)
    if (!robots.allows(address)) throw refusal('ERR_WEBSITE_FORBIDDEN')
    return robots
  }
}

async function asked(address: URL, visitor: Visitor): Promise<Robots> {
  const response = await visit(visitor, address, 'text/plain')
  if (response.ok) return robotsOf(new TextDecoder().decode((await bytesOf(response, longestRobots, visitor)).bytes))
  await response.body?.cancel()
  if (response.status >= 500 || response.status === 429) throw refusal('ERR_WEBSITE_UNREACHED')
  return robotsOf('')
}
