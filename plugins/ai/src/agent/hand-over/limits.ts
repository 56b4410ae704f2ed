import type { Context } from '../../context.ts'
import type { Prompt } from '../../prompts/prompt.ts'
import { costOf } from '../../usage/cost.ts'
import { readPrices } from '../../usage/price-store.ts'
import { readSpentByAgent } from '../../usage/usage-store.ts'
import type { Conversation } from '../conversation-store.ts'
import { reason } from './reason.ts'

/**
 * The limit of a conversation that is reached: answers, minutes, or what its questions cost. What it cost cannot be
 * known without a price: then the limit counts as reached. Asked before each question, so that an answer that was begun
 * goes beyond it by itself alone.
 */
export async function reachedLimit(
  ctx: Context,
  { maxTurns, maxMinutes, maxCost }: Prompt,
  { ticketId, turn, begunAt }: Conversation,
): Promise<string | undefined> {
  if (turn >= maxTurns) return reason('turns', String(maxTurns))
  if (maxMinutes !== null && Date.now() - Date.parse(begunAt) >= maxMinutes * 60_000)
    return reason('minutes', String(maxMinutes))
  if (maxCost === null) return undefined
  const [counted, prices] = await ctx.db.transaction(async (tx) => [
    await readSpentByAgent(tx, ctx.tenant, ticketId, begunAt),
    await readPrices(tx, ctx.tenant),
  ])
  if (counted.length === 0) return undefined
  const cost = costOf(counted, prices)
  if (cost === null || cost.unpriced > 0) return reason('costUnknown', counted.map(({ model }) => model).join(', '))
  return cost.amount >= maxCost ? reason('cost', `${cost.currency} ${maxCost}`) : undefined
}
