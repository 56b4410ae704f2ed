import type { PluginImplementation } from '@recado/sdk'
import { announce } from '../cable/happening.ts'
import { forgetConversation } from '../conversations/conversation-store.ts'
import { conversationOf } from '../conversations/conversation.ts'
import { mergeContacts } from '../contacts/contact-store.ts'
import type { plugin } from '../plugin.ts'
import { tellContact, tellConversation, tellMessage } from './tell.ts'

type Handlers = PluginImplementation<typeof plugin>['on']

/** Statuses of which the inbox's address is told: those that say more than that it has the message. */
const told: readonly string[] = ['delivered', 'read', 'played', 'failed', 'unknown']

/** Tells programs what happens in their inboxes; answers of agents leave by the channel, once. */
export const on: Handlers = {
  async received({ ticketId, messageId }, ctx) {
    const conversation = await conversationOf(ctx, ticketId)
    const message = conversation && (await ctx.core.messages.get(messageId))
    if (message) await tellMessage(ctx, 'message_created', conversation, message)
  },
  async created({ ticketId, messageId }, ctx) {
    const conversation = await conversationOf(ctx, ticketId)
    const message = conversation && (await ctx.core.messages.get(messageId))
    if (message) await tellMessage(ctx, 'message_created', conversation, message, { isSent: true })
  },
  async status({ ticketId, messageId, status }, ctx, event) {
    if (!told.includes(status)) return
    const conversation = await conversationOf(ctx, ticketId)
    const message = conversation && (await ctx.core.messages.get(messageId))
    if (message) await tellMessage(ctx, 'message_updated', conversation, message, { key: event.id })
  },
  async ticketCreated({ ticketId }, ctx, event) {
    const conversation = await conversationOf(ctx, ticketId)
    if (conversation) await tellConversation(ctx, 'conversation_created', conversation, event.id)
  },
  async ticketUpdated({ ticketId, status, userId, before }, ctx, event) {
    const conversation = await conversationOf(ctx, ticketId)
    if (!conversation) return
    const isClosing = status === 'closed' || before?.status === 'closed'
    if (before && before.userId !== userId)
      announce(ctx, { kind: 'conversation', event: 'assignee.changed', ticket: ticketId })
    const hasTurned = before?.status !== status && isClosing
    await tellConversation(
      ctx,
      hasTurned ? 'conversation_status_changed' : 'conversation_updated',
      conversation,
      event.id,
    )
  },
  async ticketTagged({ ticketId }, ctx, event) {
    const conversation = await conversationOf(ctx, ticketId)
    if (conversation) await tellConversation(ctx, 'conversation_updated', conversation, event.id)
  },
  ticketDeleted: async ({ ticketId }, ctx) => forgetConversation(ctx, ticketId),
  contactCreated: async ({ contactId }, ctx, event) => tellContact(ctx, 'contact_created', contactId, event.id),
  contactUpdated: async ({ contactId }, ctx, event) => tellContact(ctx, 'contact_updated', contactId, event.id),
  contactMerged: async ({ from, into }, ctx) => mergeContacts(ctx, from, into),
}
