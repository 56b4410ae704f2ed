import type { RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { readSummary } from '../composer/summary-store.ts'
import { readConversation } from '../conversation/read-conversation.ts'
import { requireTicket } from '../conversation/require-ticket.ts'
import { refusal } from '../errors.ts'
import type { Definition } from '../plugin.ts'
import type { routes } from './routes.ts'
import { findAlike } from './similar-store.ts'
import { wordStarts } from './word-starts.ts'

type Ctx = SessionContext<ShapeOf<Definition>>

/** Conversations that are shown, and of how many these are chosen: some are not for this user. */
const [mostShown, mostFound] = [5, 50]

/** Of the ticket its summary, or what the customer said last. */
export async function similar(
  { params: { ticketId } }: RouteRequest<(typeof routes)['similar']>,
  ctx: Ctx,
): Promise<RouteAnswer<(typeof routes)['similar']>> {
  if (!ctx.settings.similarConversations) throw refusal('ERR_AI_OFF')
  await requireTicket(ctx, ticketId)
  const summary = await ctx.db.transaction((tx) => readSummary(tx, ctx.tenant, ticketId))
  const said = summary?.text ? [] : await readConversation(ctx, ticketId, 20)
  const asked = said.flatMap(({ message, words }) => (message.fromMe ? [] : [words]))
  const words = wordStarts(summary?.text || asked.join(' '))
  const found = await ctx.db.transaction((tx) => findAlike(tx, ctx.tenant, { ticketId, words }, mostFound))
  const visible = await ctx.core.tickets.visibleTo(
    ctx.viewer,
    found.map((one) => one.ticketId),
  )
  const tickets = new Map(visible.map((ticket) => [ticket.id, ticket]))
  const conversations = found.flatMap(({ ticketId: id, text, at }) => {
    const ticket = tickets.get(id)
    return ticket ? [{ ticketId: id, protocol: ticket.protocol, name: ticket.name, summary: text, at }] : []
  })
  return { conversations: conversations.slice(0, mostShown) }
}

export const assistance = async (
  _request: unknown,
  { settings }: Ctx,
): Promise<RouteAnswer<(typeof routes)['assistance']>> => ({
  replies: settings.suggestReplies,
  summaries: settings.summarizeAsked,
  hints: settings.suggestTags,
  similar: settings.similarConversations,
})
