import { Refusal, type Message } from '@recado/sdk'
import { accountOf, type Work } from '../account.ts'
import { announce, type Happening } from '../cable/happening.ts'
import { knownContact, slimContact } from '../contacts/shown-contact.ts'
import type { Conversation } from '../conversations/conversation.ts'
import { conversationData } from '../conversations/shown-conversation.ts'
import { messageData } from '../messages/shown-message.ts'
import { signingSecret, toldAddresses, type Subscribable } from './webhook-store.ts'

interface Telling {
  readonly key: string
  readonly order: string
  readonly inboxUrl?: string | undefined
}

/**
 * Tells the addresses that want an event: those of the account, and that of the inbox. `key` makes a repeated call one;
 * what belongs to the same `order` arrives in its order. Where nobody wants it `dataOf` is not called: nothing is read,
 * and nothing gets a number.
 */
async function tell(
  work: Work,
  event: Subscribable,
  { key, order, inboxUrl }: Telling,
  dataOf: () => Promise<Record<string, unknown> | undefined>,
): Promise<void> {
  const wanting = (await toldAddresses.of(work)).filter(({ subscriptions }) => subscriptions.includes(event))
  const urls = new Set([...wanting.map(({ url }) => url), ...(inboxUrl === undefined ? [] : [inboxUrl])])
  if (urls.size === 0) return
  const data = await dataOf()
  if (!data) return
  const secret = await signingSecret(work)
  for (const url of urls)
    await work.core.webhooks
      .send({ url, secret, type: event, data: { ...data, event } as never, key: `${event}/${key}`, order, bare: true })
      .catch((error: unknown) => {
        // An address that may not be reached is its owner's to change; the others are told.
        if (!Refusal.is(error)) throw error
        work.log.warn({ code: error.code, event }, 'an address could not be told')
      })
}

/** The body of a webhook about a message: with its conversation, which holds this message alone. */
export async function messageBody(
  work: Work,
  conversation: Conversation,
  message: Message,
): Promise<Record<string, unknown>> {
  const account = await accountOf(work)
  const shape = await conversationData(work, account, conversation, [message])
  return messageData(work, account, conversation, message, shape)
}

interface TellingOfMessage {
  readonly key?: string
  /** The inbox's address has it from the channel. */
  readonly isSent?: boolean
  /** What will be different of it, where that is not stored yet. */
  readonly change?: Extract<Happening, { kind: 'message' }>['change']
}

/** Names of events at the cable. */
const cableEvents = {
  message_created: 'message.created',
  message_updated: 'message.updated',
  conversation_created: 'conversation.created',
  conversation_status_changed: 'conversation.status_changed',
  conversation_updated: 'conversation.updated',
  contact_created: 'contact.created',
  contact_updated: 'contact.updated',
} as const

/** Tells addresses and clients of the cable. */
export async function tellMessage(
  work: Work,
  event: 'message_created' | 'message_updated',
  conversation: Conversation,
  message: Message,
  { key = message.id, isSent = false, change }: TellingOfMessage = {},
): Promise<void> {
  announce(work, {
    kind: 'message',
    event: cableEvents[event],
    ticket: conversation.ticket.id,
    message: message.id,
    ...(change && { change }),
  })
  const inboxUrl = isSent ? undefined : conversation.inbox.config.webhookUrl
  await tell(work, event, { key, order: conversation.ticket.id, inboxUrl }, () =>
    messageBody(work, conversation, message),
  )
}

export async function tellConversation(
  work: Work,
  event: 'conversation_created' | 'conversation_status_changed' | 'conversation_updated',
  conversation: Conversation,
  key: string,
): Promise<void> {
  const { ticket, inbox } = conversation
  announce(work, { kind: 'conversation', event: cableEvents[event], ticket: ticket.id })
  await tell(work, event, { key, order: ticket.id, inboxUrl: inbox.config.webhookUrl }, async () => {
    const { messages } = await work.core.messages.page(ticket.id, { limit: 1 })
    return conversationData(work, await accountOf(work), conversation, messages)
  })
}

export async function tellContact(
  work: Work,
  event: 'contact_created' | 'contact_updated',
  contact: string,
  key: string,
): Promise<void> {
  announce(work, { kind: 'contact', event: cableEvents[event], contact })
  await tell(work, event, { key, order: contact }, async () => {
    const known = await knownContact(work, contact)
    return known && { ...slimContact(work, known), account: await accountOf(work) }
  })
}
