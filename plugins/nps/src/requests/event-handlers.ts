import type { PluginImplementation, TicketId } from '@recado/sdk'
import { plugin } from '../plugin.ts'
import type { Happening } from '../survey/request-state.ts'
import { advance, type SurveyContext } from './advance.ts'
import { askAfterClosing } from './ask.ts'
import { eraseTicket, moveContact, setContact, ticketsOf } from './personal-data.ts'
import { choiceOf } from './question.ts'
import { liveRequestOf, requestOfReply } from './request-store.ts'

type Handlers = PluginImplementation<typeof plugin>['on']

/** Tells the request of a ticket, if one is under way, what happened. */
const tell = (ticket: TicketId, happening: Happening, ctx: SurveyContext): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const id = await liveRequestOf(tx, ctx.tenant, ticket)
    if (id !== undefined) await advance(tx, ctx, id, happening)
  })

export const on: Handlers = {
  closed: ({ ticketId, userId }, ctx, { id }) => askAfterClosing({ ticketId, userId: userId ?? null }, ctx, id),
  async captured({ ticketId, messageId, by }, ctx) {
    if (by !== plugin.id) return
    const message = await ctx.core.replies.read(messageId)
    if (!message) return
    const { body: text, parts } = message
    const isHeard = await ctx.db.transaction(async (tx) => {
      const request = await requestOfReply(tx, ctx.tenant, ticketId, messageId)
      if (!request) return false
      const { id, state } = request
      if (state.read.includes(messageId) || state.outcome === 'invalid') return true
      if (state.phase === 'ended' && state.outcome !== 'answered') return false
      await advance(tx, ctx, id, { kind: 'replied', message: messageId, text, choice: choiceOf(parts) })
      return true
    })
    // Nobody waits for it any more: people read it.
    if (!isHeard) await ctx.core.replies.end(ticketId, { reopen: true })
  },
  async status({ ticketId, messageId, status }, ctx) {
    if (status === 'failed') await tell(ticketId, { kind: 'failed', message: messageId }, ctx)
  },
  async updated({ ticketId, status }, ctx) {
    if (status !== 'closed') await tell(ticketId, { kind: 'reopened' }, ctx)
  },
  async merged({ from }, ctx) {
    await tell(from, { kind: 'reopened' }, ctx)
  },
  deleted: ({ ticketId }, { db, tenant }) => db.transaction((tx) => eraseTicket(tx, tenant, ticketId)),
  contactMerged: ({ from, into }, { db, tenant }) => db.transaction((tx) => moveContact(tx, tenant, from, into)),
  async contactUnmerged({ into }, { db, tenant, core }) {
    for (const ticketId of await db.transaction((tx) => ticketsOf(tx, tenant, into))) {
      const ticket = await core.tickets.get(ticketId)
      if (ticket && ticket.contactId !== into)
        await db.transaction((tx) => setContact(tx, tenant, ticketId, ticket.contactId))
    }
  },
}
