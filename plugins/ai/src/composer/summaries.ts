import type { TicketClosed, TicketId, TicketUpdated } from '@recado/sdk'
import type * as z from 'zod'
import type { Context } from '../context.ts'
import { readConversation } from '../conversation/read-conversation.ts'
import { ask } from '../models/ask.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { readSummary, writeSummary } from './summary-store.ts'
import { toSummarize } from './write.ts'

/** Messages of a conversation that is summarized by itself, at least: of fewer nobody needs one. */
const fewest = 3

const soon = (ctx: Context, ticketId: TicketId): Promise<void> =>
  ctx.enqueue('summary', { ticketId }, { key: `summary:${ticketId}` })

/** Event `ticket.updated`: another user or queue than the one that had it. */
export async function handedOn(
  { ticketId, status, userId, queueId, before }: z.output<typeof TicketUpdated.schema>,
  ctx: Context,
): Promise<void> {
  if (!ctx.settings.summarizeTransferred || !before || status === 'closed') return
  const isAnother = (now: string | null, then: string | null): boolean => then !== null && now !== then
  if (isAnother(userId, before.userId) || isAnother(queueId, before.queueId)) await soon(ctx, ticketId)
}

/** Event `ticket.closed`. */
export async function resolved({ ticketId }: z.output<typeof TicketClosed.schema>, ctx: Context): Promise<void> {
  if (ctx.settings.summarizeResolved) await soon(ctx, ticketId)
}

/** Job `summary`: keeps one, unless there is one of what was said last. Without an answer there is none. */
export async function summarizeSoon({ ticketId }: { ticketId: TicketId }, ctx: Context): Promise<void> {
  const ticket = await ctx.core.tickets.get(ticketId)
  if (!ticket) return
  const [said, kept] = await Promise.all([
    readConversation(ctx, ticketId, 100),
    ctx.db.transaction((tx) => readSummary(tx, ctx.tenant, ticketId)),
  ])
  const last = said.at(-1)
  if (said.length < fewest || !last || (kept && Date.parse(kept.at) >= Date.parse(last.message.timestamp))) return
  try {
    const { text } = await ask(ctx, await toSummarize(ctx, ticket), { purpose: 'summary', ticket })
    const about = { ticketId, contactId: ticket.contactId }
    await ctx.db.transaction((tx) => writeSummary(tx, ctx.tenant, about, { text, reason: null }))
    await ctx.core.tickets.announce(ticketId)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    ctx.log.warn({ error }, 'a conversation was not summarized')
  }
}
