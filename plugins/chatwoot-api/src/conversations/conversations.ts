import { randomUUID } from 'node:crypto'
import { Refusal, type Ticket } from '@recado/sdk'
import { connectionId, type Work } from '../account.ts'
import { contactInbox } from '../contacts/contact-store.ts'
import { placeIn, requireContact } from '../contacts/contacts.ts'
import { knownContact } from '../contacts/shown-contact.ts'
import { Fault, invalid, notFound } from '../http/answer.ts'
import { fieldsOf, object, text, texts, type Fields } from '../http/fields.ts'
import { inboxesOf, requireInbox, type Inbox } from '../inboxes/inbox.ts'
import { objectOf } from '../numbers/numbers.ts'
import { keepConversation, ticketsOfContact } from './conversation-store.ts'
import { conversationOf, type Conversation } from './conversation.ts'
import { conversationStatuses, statusOf, type ConversationStatus } from './status.ts'

/** Where and with whom, as a program names them: by the contact's id in the inbox, or by contact and inbox. */
async function wished(work: Work, fields: Fields): Promise<{ inbox: Inbox; contact: string }> {
  const source = text(fields, 'source_id')
  const inbox = fields['inbox_id'] === undefined ? undefined : await requireInbox(work, fields['inbox_id'])
  if (source !== undefined) {
    const inboxes = inbox ? [inbox] : await inboxesOf(work)
    for (const one of inboxes) {
      const place = await contactInbox(work, one.id, source)
      if (place) return { inbox: one, contact: place.contact_id }
    }
  }
  if (!inbox || fields['contact_id'] === undefined) throw notFound()
  const { contact } = await requireContact(work, fields['contact_id'])
  await placeIn(work, inbox, contact, source)
  return { inbox, contact: contact.id }
}

/** Opens a conversation, or answers the live one: a contact has one in an inbox. */
export async function createConversation(work: Work, body: unknown): Promise<Conversation> {
  const fields = fieldsOf(body)
  const { inbox, contact } = await wished(work, fields)
  return openConversation(work, inbox, contact, fields)
}

export async function openConversation(
  work: Work,
  inbox: Inbox,
  contact: string,
  fields: Fields,
): Promise<Conversation> {
  const known = await knownContact(work, contact)
  if (!known) throw notFound()
  const { ticket } = await work.core.conversations
    .open({ connection: connectionId(inbox.id), with: { contact: known.contact.id } }, { key: randomUUID() })
    .catch((error: unknown) => {
      if (Refusal.is(error)) throw new Fault(422, { error: error.code })
      throw error
    })
  await keepConversation(work, ticket, {
    custom: object(fields, 'custom_attributes') ?? {},
    additional: object(fields, 'additional_attributes') ?? {},
  })
  return (await conversationOf(work, ticket))!
}

export async function conversationsOfContact(work: Work, contact: string): Promise<readonly Conversation[]> {
  const tickets = await ticketsOfContact(work, contact)
  const found = await Promise.all(tickets.map((ticket) => conversationOf(work, ticket)))
  return found.filter((one) => one !== undefined)
}

/** Resolves, opens again or gives back. Without a status it turns. @throws Fault 422 */
export async function toggleStatus(work: Work, { ticket }: Conversation, body: unknown): Promise<ConversationStatus> {
  const fields = fieldsOf(body)
  const current = statusOf(ticket)
  const wanted = text(fields, 'status') ?? (current === 'resolved' ? 'open' : 'resolved')
  if (!conversationStatuses.includes(wanted as never)) throw invalid('Status is invalid', 'status')
  const become = (status: 'closed' | 'pending') =>
    work.core.tickets.change(ticket.id, { status }, { reopens: true }).catch((error: unknown) => {
      if (Refusal.is(error)) throw new Fault(422, { error: error.code })
      throw error
    })
  if (wanted === 'resolved' && ticket.status !== 'closed') await become('closed')
  if (wanted === 'pending' && ticket.status !== 'pending') await become('pending')
  if (wanted === 'open' && ticket.status === 'closed') await become('pending')
  if (wanted === 'open' && ticket.snooze) await work.core.tickets.change(ticket.id, { snooze: null })
  if (wanted === 'snoozed') {
    if (ticket.status !== 'open') throw invalid('Only a conversation that somebody has can be snoozed', 'status')
    const until = Number(fields['snoozed_until'])
    await work.core.tickets.change(ticket.id, {
      snooze: { until: Number.isFinite(until) && until > 0 ? new Date(until * 1_000).toISOString() : null },
    })
  }
  const now = await work.core.tickets.get(ticket.id)
  return now ? statusOf(now) : current
}

const priorities: Readonly<Record<string, Ticket['priority']>> = {
  urgent: 'urgent',
  high: 'high',
  medium: 'normal',
  low: 'low',
}

export async function setPriority(work: Work, { ticket }: Conversation, body: unknown): Promise<void> {
  const priority = priorities[text(fieldsOf(body), 'priority') ?? 'medium']
  if (!priority) throw invalid('Priority is invalid', 'priority')
  await work.core.tickets.change(ticket.id, { priority })
}

/** Hands a conversation to an agent, to a team, or to nobody (`assignee_id` 0). */
export async function assign(work: Work, conversation: Conversation, fields: Fields): Promise<Conversation> {
  const { ticket } = conversation
  const isFreed = fields['assignee_id'] === null || fields['assignee_id'] === 0 || fields['assignee_id'] === '0'
  const user = isFreed ? undefined : await objectOf(work, 'agent', fields['assignee_id'])
  const queue = await objectOf(work, 'team', fields['team_id'])
  if (user === undefined && queue === undefined) {
    if (!isFreed) throw notFound()
    if (ticket.status === 'open') await work.core.tickets.change(ticket.id, { status: 'pending' })
  } else if (user === undefined || ticket.userId !== user)
    await work.core.tickets
      .transfer(ticket.id, {
        ...(user !== undefined && { userId: user as never }),
        ...(queue !== undefined && { queueId: queue as never }),
      })
      .catch((error: unknown) => {
        if (Refusal.is(error)) throw new Fault(422, { error: error.code })
        throw error
      })
  return (await conversationOf(work, ticket.id)) ?? conversation
}

/** Tags by the titles that a program names. @throws Fault 422 for a title that the company has not */
export async function tagsBy(work: Work, body: unknown): Promise<readonly string[]> {
  const titles = texts(fieldsOf(body), 'labels') ?? []
  const tags = await work.core.tags.list()
  return titles.map((title) => {
    const tag = tags.find((one) => one.tag.toLowerCase() === title.toLowerCase())
    if (!tag) throw invalid(`There is no label ${title}`, 'labels')
    return tag.id
  })
}

export async function labelConversation(
  work: Work,
  { ticket }: Conversation,
  body: unknown,
): Promise<readonly string[]> {
  const wanted = await tagsBy(work, body)
  const changed = await work.core.tickets.change(ticket.id, {
    addTags: wanted.filter((id) => !ticket.tags.some((tag) => tag.id === id)) as never,
    removeTags: ticket.tags.filter((tag) => !wanted.includes(tag.id)).map((tag) => tag.id),
  })
  return changed.tags.map(({ tag }) => tag)
}
