import { implementPlugin, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import { conversations } from './bots/bot.table.ts'
import * as handlers from './bots/handlers.ts'
import { ask, watch } from './conversation/ask.ts'
import type { Context } from './conversation/context.ts'
import { main } from './conversation/main.ts'
import { say } from './conversation/say.ts'
import { sessionKey } from './conversation/session-key.ts'
import { endConversation } from './conversation/store.ts'
import { plugin } from './plugin.ts'

/** Forgets the conversations of these tickets. */
async function forgetTickets(ctx: Context, tickets: readonly string[]): Promise<void> {
  for (const ticketId of tickets) {
    await ctx.db.transaction((raw) => endConversation(drizzleOn(raw), ctx.tenant, ticketId))
    await sessionKey(ticketId).delete(ctx)
  }
}
const isOver = ({ ticketId }: { ticketId: TicketId }, ctx: Context): Promise<void> => forgetTickets(ctx, [ticketId])

export default implementPlugin(plugin, {
  routes: handlers,
  responders: { main },
  jobs: { ask, say, watch },
  on: { closed: isOver, deleted: isOver },
  lifecycle: {
    async forget(ctx, _contact, { contacts }) {
      const rows = await ctx.db.transaction((raw) =>
        drizzleOn(raw)
          .select({ ticketId: conversations.ticketId })
          .from(conversations)
          .where(and(eq(conversations.tenantId, ctx.tenant), inArray(conversations.contactId, [...contacts]))),
      )
      await forgetTickets(
        ctx,
        rows.map(({ ticketId }) => ticketId),
      )
    },
  },
})
