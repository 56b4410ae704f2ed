import type { PluginContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import type { RuleRow } from './rule.table.ts'
import { active } from './rule-store.ts'

/** Active rules of a company, in order, with the time zone of its days if there are any. */
export interface ActiveRules {
  readonly rules: readonly RuleRow[]
  readonly timeZone: string
  readonly oldestFiring: Date | null
}

interface Entry {
  readonly value: Promise<ActiveRules>
  readonly until: number
  close(): void
}

const topic = 'rules'
/**
 * A lost invalidation matters for so long, in milliseconds; a company without rules costs one read in that time while
 * something happens in it.
 */
const lifeMs = 15_000
const companies = 2_000

/**
 * The rules of companies in which something happens, by company: most events of most companies meet no rule, and must
 * cost nothing. A change is told to all nodes by a topic.
 */
export class RuleCache {
  readonly #entries = new Map<string, Entry>()

  /** @param onLoad called with the rules read again */
  async of(
    ctx: Pick<PluginContext, 'tenant' | 'db' | 'core' | 'topics'>,
    onLoad: (loaded: ActiveRules) => Promise<void>,
  ): Promise<ActiveRules> {
    const known = this.#entries.get(ctx.tenant)
    if (known && known.until > performance.now()) return known.value
    known?.close()
    const value = load(ctx)
    const entry: Entry = {
      value,
      until: performance.now() + lifeMs,
      close: ctx.topics.subscribe(topic, () => this.#drop(ctx.tenant, entry)),
    }
    this.#entries.delete(ctx.tenant)
    this.#entries.set(ctx.tenant, entry)
    const [oldest] = this.#entries
    if (oldest && this.#entries.size > companies) this.#drop(...oldest)
    try {
      const loaded = await value
      await onLoad(loaded)
      return loaded
    } catch (error) {
      this.#drop(ctx.tenant, entry)
      throw error
    }
  }

  /** Call after the commit that changed a rule. Here it holds at once, on other nodes within a moment. */
  changed({ tenant, topics }: Pick<PluginContext, 'tenant' | 'topics'>): void {
    const known = this.#entries.get(tenant)
    if (known) this.#drop(tenant, known)
    topics.publish(topic, null)
  }

  #drop(tenant: string, entry: Entry): void {
    entry.close()
    if (this.#entries.get(tenant) === entry) this.#entries.delete(tenant)
  }
}

/** One cache for the process; each company's rules are its own entry. */
export const ruleCache = new RuleCache()

async function load({ tenant, db, core }: Pick<PluginContext, 'tenant' | 'db' | 'core'>): Promise<ActiveRules> {
  const found = await db.transaction((tx) => active(drizzleOn(tx), tenant))
  return { ...found, timeZone: found.rules.length > 0 ? (await core.company.profile()).timeZone : 'UTC' }
}
