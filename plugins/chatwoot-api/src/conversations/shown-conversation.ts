import type { Message } from '@recado/sdk'
import { seconds, type Account, type Work } from '../account.ts'
import { teamOfTicket } from '../catalogue/catalogue.ts'
import { slimContact } from '../contacts/shown-contact.ts'
import { slimMessage } from '../messages/shown-message.ts'
import { agentShape, type Conversation } from './conversation.ts'
import { statusOf } from './status.ts'

const seenAt = (at: string | null | undefined): number => (at ? seconds(at) : 0)

/** A conversation as webhooks carry it, with these messages. */
export async function conversationData(
  work: Work,
  account: Account,
  conversation: Conversation,
  messages: readonly Message[],
): Promise<Record<string, unknown>> {
  const { ticket, number, inbox, known, sourceId, extras, assignee } = conversation
  const createdAt = seconds(ticket.createdAt)
  const updatedAt = seconds(ticket.updatedAt)
  return {
    id: number,
    account_id: account.id,
    inbox_id: inbox.number,
    channel: 'Channel::Api',
    status: statusOf(ticket),
    can_reply: true,
    additional_attributes: extras?.additional ?? {},
    custom_attributes: { ...extras?.custom, ...ticket.attributes },
    labels: ticket.tags.map(({ tag }) => tag),
    priority: ticket.priority === 'normal' ? null : ticket.priority,
    snoozed_until: ticket.snooze?.until ?? null,
    unread_count: ticket.unreadMessages,
    first_reply_created_at: null,
    waiting_since: 0,
    contact_inbox: {
      id: known.number,
      contact_id: known.number,
      inbox_id: inbox.number,
      source_id: sourceId,
      hmac_verified: false,
      created_at: ticket.createdAt,
      updated_at: ticket.updatedAt,
    },
    meta: {
      sender: slimContact(work, known),
      assignee: assignee && agentShape(assignee),
      team: await teamOfTicket(work, account, ticket),
      channel: 'Channel::Api',
      hmac_verified: false,
    },
    messages: await Promise.all(messages.map((message) => slimMessage(work, account, conversation, message))),
    agent_last_seen_at: seenAt(extras?.agent_seen_at),
    assignee_last_seen_at: seenAt(extras?.agent_seen_at),
    contact_last_seen_at: seenAt(extras?.contact_seen_at),
    last_activity_at: ticket.lastMessageAt === null ? createdAt : seconds(ticket.lastMessageAt),
    timestamp: updatedAt,
    created_at: createdAt,
    updated_at: updatedAt,
    muted: false,
  }
}

/** Of a conversation what its contact may know. */
export async function conversationForContact(
  work: Work,
  account: Account,
  conversation: Conversation,
): Promise<Record<string, unknown>> {
  const { id, inbox_id, status, agent_last_seen_at, contact_last_seen_at, contact_inbox } = await conversationData(
    work,
    account,
    conversation,
    [],
  )
  const uuid = conversation.ticket.id
  return { id, uuid, inbox_id, status, agent_last_seen_at, contact_last_seen_at, contact_inbox }
}

/** A conversation as lists and single answers tell it: with its last message. */
export async function shownConversation(
  work: Work,
  account: Account,
  conversation: Conversation,
): Promise<Record<string, unknown>> {
  const { messages } = await work.core.messages.page(conversation.ticket.id, { limit: 1 })
  const data = await conversationData(work, account, conversation, messages)
  return { ...data, last_non_activity_message: (data['messages'] as object[])[0] ?? null }
}
