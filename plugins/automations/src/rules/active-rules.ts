import type { PluginContext } from '@recado/sdk'
import { CompanyCache, drizzleOn } from '@recado/sdk/server'
import { keepSweeping, type Sweeping } from '../runs/sweep-plan.ts'
import type { RuleRow } from './rule.table.ts'
import { active } from './rule-store.ts'

/** Active rules of a company, in order, with the time zone of its days if there are any. */
export interface ActiveRules {
  readonly rules: readonly RuleRow[]
  readonly timeZone: string
  readonly oldestFiring: Date | null
}

type Context = Pick<PluginContext, 'tenant' | 'db' | 'core' | 'topics' | 'log'> & Sweeping

/**
 * The rules of companies in which something happens: most events of most companies meet no rule, and must cost
 * nothing. A sweep that was lost is found when they are read.
 */
export const ruleCache = new CompanyCache<ActiveRules, Context>({
  topic: 'rules',
  async load(ctx) {
    const { tenant, db, core } = ctx
    const found = await db.transaction((tx) => active(drizzleOn(tx), tenant))
    const loaded = { ...found, timeZone: found.rules.length > 0 ? (await core.company.profile()).timeZone : 'UTC' }
    await keepSweeping(loaded, ctx)
    return loaded
  },
})
