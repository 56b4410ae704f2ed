import {
  mint,
  Refusal,
  type AutomationPort,
  type BlockCall,
  type RefusalCode,
  type MessageId,
  type TicketId,
} from '@recado/sdk'
import type { ActionResult } from './firing.ts'
import type { FiringRow } from './firing.table.ts'

/** A firing as far as its actions need it. */
export type Begun = Pick<FiringRow, 'id' | 'ticketId' | 'messageId' | 'actions' | 'results'>

/** Place of actions, and the callback after each of them. `isOver`: another node goes on with the firing later. */
export interface ActionPlace {
  readonly automation: Pick<AutomationPort, 'act'>
  readonly isOver: () => boolean
  progress(results: readonly ActionResult[], isFinished: boolean): Promise<void>
}

/** Key of an action of a firing, by its place: the same again has no second effect. */
export const actionKey = (firing: string, at: number): string => `${firing}:${at}`

const resultOf = (
  { plugin, name }: BlockCall,
  state: ActionResult['state'],
  error: RefusalCode | null = null,
): ActionResult => ({ plugin, name, state, error })

/**
 * Does the actions of a firing in their order, beginning where it was left, and stops at the first that is refused.
 * Answers whether it came to its end. @throws what is no refusal: then nobody knows whether the action was done, and
 * the same key does no harm
 */
export async function runActions(
  { id, ticketId, messageId, actions, results: before }: Begun,
  { automation, isOver, progress }: ActionPlace,
): Promise<boolean> {
  const about = { ticket: mint<TicketId>(ticketId), ...(messageId !== null && { message: mint<MessageId>(messageId) }) }
  const results = [...before]
  while (results.length < actions.length) {
    if (isOver()) return false
    const at = results.length
    const action = actions[at]!
    results.push(await done(automation.act(action, about, { key: actionKey(id, at) }), action))
    if (results[at]!.state === 'refused')
      results.push(...actions.slice(at + 1).map((skipped) => resultOf(skipped, 'skipped')))
    await progress(results, results.length === actions.length)
  }
  return true
}

async function done(work: Promise<void>, action: BlockCall): Promise<ActionResult> {
  try {
    await work
    return resultOf(action, 'done')
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return resultOf(action, 'refused', error.code)
  }
}
