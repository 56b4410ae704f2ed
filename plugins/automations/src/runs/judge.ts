import type { AutomationAbout, AutomationPort, BlockCall, ConditionVerdict } from '@recado/sdk'
import type { RuleDraft } from '../rules/rule.ts'

/** Parts of a rule that decide whether it runs. */
export type Judged = Pick<RuleDraft, 'match' | 'conditions'>

/** Whether a rule runs, by the verdicts on its conditions in their order. It does not if one cannot be evaluated. */
export function holds({ match, conditions }: Judged, verdicts: readonly ConditionVerdict[]): boolean {
  if (conditions.length === 0) return true
  if (verdicts.some((verdict) => typeof verdict !== 'boolean')) return false
  const isMet = conditions.map(({ negated }, at) => verdicts[at] !== negated)
  return match === 'all' ? isMet.every(Boolean) : isMet.some(Boolean)
}

/** The conditions of several rules, each question once, and where those of each rule stand. */
export function questionsOf(rules: readonly Judged[]): { calls: BlockCall[]; places: number[][] } {
  const known = new Map<string, number>()
  const calls: BlockCall[] = []
  const places = rules.map(({ conditions }) =>
    conditions.map(({ plugin, name, input }) => {
      const key = JSON.stringify([plugin, name, input])
      const place = known.get(key) ?? calls.push({ plugin, name, input }) - 1
      known.set(key, place)
      return place
    }),
  )
  return { calls, places }
}

/**
 * For each conversation (100 at most) which of the rules fire; one question to core for all of them, and none where
 * there are no conditions.
 */
export async function judge(
  rules: readonly Judged[],
  about: readonly AutomationAbout[],
  { automation }: { readonly automation: Pick<AutomationPort, 'test'> },
): Promise<boolean[][]> {
  const { calls, places } = questionsOf(rules)
  const rows = calls.length === 0 || about.length === 0 ? about.map(() => []) : await automation.test(calls, about)
  return rows.map((verdicts) =>
    rules.map((rule, at) =>
      holds(
        rule,
        places[at]!.map((place) => verdicts[place]!),
      ),
    ),
  )
}
