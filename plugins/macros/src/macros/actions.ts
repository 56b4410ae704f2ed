import { Refusal, type RefusalCode, type SessionContext, type AutomationBlock } from '@recado/sdk'
import { offeredAs } from './offered.ts'
import { tooEarly } from './step-order.ts'
import type { Step } from './step.ts'

type Core = Pick<SessionContext['core'], 'automation'>
type ActionStep = Extract<Step, { kind: 'action' }>
/** A step that another plugin contributes, with its place. */
type Place = readonly [at: number, step: ActionStep]

const isAction = (step: Step): step is ActionStep => step.kind === 'action'
const placesOf = (steps: readonly Step[]): Place[] =>
  steps.flatMap((step, at): Place[] => (isAction(step) ? [[at, step]] : []))

/** Actions that plugins offer to the viewer. */
export const offerOf = async (core: Core): Promise<AutomationBlock[]> => (await core.automation.offered('user')).actions
/** The same for these steps: nobody is asked where none is such an action. */
export const offerFor = async (core: Core, steps: readonly Step[]): Promise<AutomationBlock[]> =>
  steps.some(isAction) ? offerOf(core) : []

/** Why core would not have all of these done, with the places of the steps in a macro. */
async function refusalOf(core: Core, places: readonly Place[]): Promise<Refusal | undefined> {
  if (places.length === 0) return undefined
  try {
    await core.automation.require(
      'actions',
      places.map(([, { plugin, name, input }]) => ({ plugin, name, input })),
      'user',
      'body.steps',
    )
    return undefined
  } catch (error) {
    if (!Refusal.is(error)) throw error
    const { code } = error
    if (code !== 'ERR_AUTOMATION_BLOCK' && code !== 'ERR_VALIDATION') return error
    // Core counts the actions alone, a macro counts all its steps.
    const issues = error.facts.issues?.map((issue) => ({
      ...issue,
      path: issue.path.replace(/^body\.steps\.(\d+)/, (_whole, nth: string) => `body.steps.${places[Number(nth)]![0]}`),
    }))
    return new Refusal(code, { ...error.facts, ...(issues && { issues }) }, { cause: error })
  }
}

/**
 * @throws Refusal ERR_AUTOMATION_BLOCK for an action that is not offered, ERR_VALIDATION for one that does not fit or
 * that ends a macro before its end, at their places
 */
export async function requireActions(core: Core, steps: readonly Step[]): Promise<void> {
  const refusal = await refusalOf(core, placesOf(steps))
  if (refusal) throw refusal
  const offer = await offerFor(core, steps)
  const early = tooEarly(steps, (step) => offeredAs(offer, step)?.ends ?? false)
  if (early.length > 0)
    throw new Refusal('ERR_VALIDATION', {
      issues: early.map((at) => ({ path: `body.steps.${at}.kind`, message: 'has to be the last step' })),
    })
}

/**
 * The actions among these steps that would be refused as they stand, by their places. Asked again only for what one
 * refusal has left open.
 */
export async function refusedActions(core: Core, steps: readonly Step[]): Promise<ReadonlyMap<number, RefusalCode>> {
  const refused = new Map<number, RefusalCode>()
  for (let open = placesOf(steps); ; open = open.filter(([at]) => !refused.has(at))) {
    const refusal = await refusalOf(core, open)
    if (!refusal) return refused
    const named = new Set(refusal.facts.issues?.map(({ path }) => Number(/^body\.steps\.(\d+)/.exec(path)?.[1])))
    const places = open.map(([at]) => at)
    for (const at of places.some((place) => named.has(place)) ? places.filter((place) => named.has(place)) : places)
      refused.set(at, refusal.code)
  }
}
