import {
  botOptionsPart,
  numberedBotOptions,
  type BotAnswer,
  type BotSaying,
  type Part,
  type ResponderDecision,
  type TicketId,
} from '@recado/sdk'
import { drizzleOn, sendFile } from '@recado/sdk/server'
import type { Bot } from '../bots/bot.ts'
import { findBot } from '../bots/store.ts'
import { leave } from './ask.ts'
import { keepFindings } from './findings.ts'
import type { Context } from './context.ts'
import { untilExpiry } from './main.ts'
import * as store from './store.ts'

/** Sends one thing that a bot says, once per key. */
async function sendSaying(
  ctx: Context,
  ticketId: TicketId,
  saying: Exclude<BotSaying, { kind: 'wait' }> | Part,
  key: string,
): Promise<void> {
  if (saying.kind === 'file') return sendFile(ticketId, { url: saying.url, as: saying.media }, ctx, { key })
  const part: Part = saying.kind === 'text' ? { kind: 'text', text: saying.text, format: saying.format } : saying
  await ctx.core.messages.send(ticketId, [part], { key })
}

/** What is said in order; options stand under the last text, or after it. */
export function sayingsOf({ says, asks }: BotAnswer): ReadonlyArray<BotSaying | Part> {
  if (!asks || asks.options.length === 0) return says
  const last = says.at(-1)
  const shown = last?.kind === 'text' ? botOptionsPart(asks, last.text) : undefined
  if (shown) return [...says.slice(0, -1), shown]
  return [...says, { kind: 'text', text: numberedBotOptions(asks.options), format: 'plain' }]
}

/** What becomes of the ticket after an answer. A queue or a user that is not there is nobody: people at all. */
async function decisionAfter({ core }: Context, bot: Bot, answer: BotAnswer): Promise<ResponderDecision> {
  const note = answer.note ?? bot.name
  if (answer.hands?.to === 'close') return { kind: 'close', note }
  if (answer.hands) {
    const { queueId, userId } = answer.hands
    const [queues, users] = await Promise.all([
      queueId ? core.queues.list() : [],
      userId ? core.users.named([userId]) : [],
    ])
    return {
      kind: 'people',
      note,
      ...(queueId && queues.some(({ id, isActive }) => id === queueId && isActive) && { queueId }),
      ...(userId && users.some(({ isActive }) => isActive) && { userId }),
    }
  }
  return answer.asks ? { kind: 'keep', until: untilExpiry(bot) } : { kind: 'pass', note }
}

/**
 * Job `say`: sends an answer from where it stopped, each message once. A pause ends the job, and another one goes on
 * after it.
 */
export async function say({ ticketId, run }: { ticketId: TicketId; run: string }, ctx: Context): Promise<void> {
  const found = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const conversation = await store.findConversation(tx, ctx.tenant, ticketId)
    return conversation && { conversation, bot: await findBot(tx, ctx.tenant, conversation.botId) }
  })
  if (found?.conversation.step !== 'saying' || found.conversation.run !== run) return
  const { conversation, bot } = found
  const { answer, turn } = conversation
  if (!bot || !answer) return leave(ctx, ticketId, { kind: 'pass' })
  const sayings = sayingsOf(answer)
  for (let index = conversation.said; index < sayings.length; index++) {
    // Somebody may have taken it during a pause.
    if (!(await ctx.core.responders.holds(ticketId))) return leave(ctx, ticketId, { kind: 'pass' })
    const saying = sayings[index]!
    const isPause = saying.kind === 'wait'
    if (!isPause) await sendSaying(ctx, ticketId, saying, `${run}-${turn}-${index}`)
    await ctx.db.transaction(async (raw) => {
      await store.markSaid(drizzleOn(raw), conversation, index + 1)
      if (isPause)
        await ctx.enqueue(
          'say',
          { ticketId, run },
          { key: ticketId, runAt: new Date(Date.now() + saying.seconds * 1_000) },
        )
    })
    if (isPause) return
  }
  await keepFindings(ctx, ticketId, answer.variables ?? {})
  const decision = await decisionAfter(ctx, bot, answer)
  if (decision.kind !== 'keep') return leave(ctx, ticketId, decision)
  await ctx.core.responders.decide(ticketId, decision)
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await store.waitForContact(tx, conversation)
    if ((await store.readHeard(tx, ctx.tenant, ticketId)).length > 0)
      await ctx.enqueue('ask', { ticketId }, { key: ticketId })
  })
}
