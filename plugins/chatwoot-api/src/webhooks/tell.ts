import { Refusal, type Message } from '@recado/sdk'
import { accountOf, type Work } from '../account.ts'
import { knownContact, slimContact } from '../contacts/shown-contact.ts'
import type { Conversation } from '../conversations/conversation.ts'
import { conversationData } from '../conversations/shown-conversation.ts'
import { messageData } from '../messages/shown-message.ts'
import { readWebhooks, signingSecret, type Subscribable } from './webhook-store.ts'

/**
 * Tells the addresses that want an event: those of the account, and that of the inbox. `key` makes a repeated call one;
 * what belongs to the same `order` arrives in its order.
 */
async function tell(
  work: Work,
  event: Subscribable,
  data: Record<string, unknown>,
  { key, order, inboxUrl }: { readonly key: string; readonly order: string; readonly inboxUrl?: string | undefined },
): Promise<void> {
  const wanting = (await readWebhooks(work)).filter(({ subscriptions }) => subscriptions.includes(event))
  const urls = new Set([...wanting.map(({ url }) => url), ...(inboxUrl === undefined ? [] : [inboxUrl])])
  if (urls.size === 0) return
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

/** With `isSent` the inbox's address has it from the channel. */
export async function tellMessage(
  work: Work,
  event: 'message_created' | 'message_updated',
  conversation: Conversation,
  message: Message,
  { key = message.id, isSent = false }: { readonly key?: string; readonly isSent?: boolean } = {},
): Promise<void> {
  await tell(work, event, await messageBody(work, conversation, message), {
    key,
    order: conversation.ticket.id,
    ...(!isSent && { inboxUrl: conversation.inbox.config.webhookUrl }),
  })
}

export async function tellConversation(
  work: Work,
  event: 'conversation_created' | 'conversation_status_changed' | 'conversation_updated',
  conversation: Conversation,
  key: string,
): Promise<void> {
  const { messages } = await work.core.messages.page(conversation.ticket.id, { limit: 1 })
  const data = await conversationData(work, await accountOf(work), conversation, messages)
  await tell(work, event, data, { key, order: conversation.ticket.id, inboxUrl: conversation.inbox.config.webhookUrl })
}

export async function tellContact(
  work: Work,
  event: 'contact_created' | 'contact_updated',
  contact: string,
  key: string,
): Promise<void> {
  const known = await knownContact(work, contact)
  if (!known) return
  await tell(work, event, { ...slimContact(work, known), account: await accountOf(work) }, { key, order: contact })
}
