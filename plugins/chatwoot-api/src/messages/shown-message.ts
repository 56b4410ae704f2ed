import { plainText, writeMarkup, type Message, type Part } from '@recado/sdk'
import { seconds, type Account, type Work } from '../account.ts'
import { slimContact } from '../contacts/shown-contact.ts'
import { agentShape, type Conversation } from '../conversations/conversation.ts'
import { fileAddress } from '../files/file-address.ts'
import { numberOf, numbersOf } from '../numbers/numbers.ts'
import { markdown } from './markdown.ts'
import { messageExtras } from './message-store.ts'

/** Kinds of files as the API names them. */
const fileTypes = { image: 'image', sticker: 'image', video: 'video', audio: 'audio', voice: 'audio' } as const

const fileTypeOf = (as: string): string => fileTypes[as as keyof typeof fileTypes] ?? 'file'
const messageTypes = ['incoming', 'outgoing'] as const
type MessageType = (typeof messageTypes)[number]

export const messageTypeOf = ({ fromMe }: Pick<Message, 'fromMe'>): MessageType => (fromMe ? 'outgoing' : 'incoming')

const statuses = { delivered: 'delivered', read: 'read', played: 'read', failed: 'failed' } as const
const statusOf = (message: Message): string => statuses[message.status as keyof typeof statuses] ?? 'sent'

/** The words of a message without the names of its files, with the marks that Chatwoot's Markdown has. */
export function contentOf(parts: readonly Part[]): string | null {
  const words = parts
    .map((part) => {
      if (part.kind === 'media' || part.kind === 'pendingMedia') return part.caption ?? ''
      if (part.kind === 'text' && part.format === 'markdown') return writeMarkup(part.text, markdown)
      return plainText([part])
    })
    .filter((text) => text !== '')
  return words.length > 0 ? words.join('\n') : null
}

/** The files of a message, with addresses that its receiver can fetch. */
async function attachmentsOf(
  work: Work,
  account: Account,
  { inbox }: Conversation,
  message: Message,
  number: number,
): Promise<readonly object[]> {
  const files = message.parts.filter((part) => part.kind === 'media')
  if (message.isDeleted || files.length === 0) return []
  const keys = files.map(({ media }) => `${message.id}:${media}`)
  const numbers = await numbersOf(work, 'attachment', keys)
  return Promise.all(
    files.map(async (file, index) => {
      const name = file.name ?? message.media.find(({ id }) => id === file.media)?.name ?? null
      const url = (await fileAddress(work, inbox.id, { id: file.media, name, mime: file.mime })) ?? null
      return {
        id: numbers.get(keys[index]!),
        message_id: number,
        account_id: account.id,
        file_type: fileTypeOf(file.as),
        extension: null,
        data_url: url,
        thumb_url: file.as === 'image' ? url : '',
        file_size: file.bytes ?? null,
        width: file.width ?? null,
        height: file.height ?? null,
      }
    }),
  )
}

/** What all shapes of a message have. */
async function common(work: Work, account: Account, conversation: Conversation, message: Message) {
  const number = await numberOf(work, 'message', message.id)
  const extras = (await messageExtras(work, [message.id])).get(message.id)
  const quoted = message.quotedMsgId === null ? null : await numberOf(work, 'message', message.quotedMsgId)
  const attachments = await attachmentsOf(work, account, conversation, message, number)
  const agent =
    message.fromMe && message.userId !== null
      ? { id: await numberOf(work, 'agent', message.userId), name: message.username ?? '' }
      : null
  const sender = message.fromMe ? (agent ? agentShape(agent) : null) : slimContact(work, conversation.known)
  return {
    number,
    extras,
    shape: {
      id: number,
      content: message.isDeleted ? null : contentOf(message.parts),
      private: false,
      content_type: extras?.content_type ?? 'text',
      content_attributes: {
        ...extras?.content_attributes,
        ...(quoted !== null && { in_reply_to: quoted }),
        ...(message.isDeleted && { deleted: true }),
        ...(message.failure && { external_error: message.failure.message }),
      },
      source_id: extras?.source_id ?? null,
      ...(extras?.echo_id && { echo_id: extras.echo_id }),
      ...(attachments.length > 0 && { attachments }),
      ...(sender && { sender }),
    },
  }
}

/** A message as a part of a conversation, and as lists tell it. */
export async function slimMessage(
  work: Work,
  account: Account,
  conversation: Conversation,
  message: Message,
): Promise<Record<string, unknown>> {
  const { shape } = await common(work, account, conversation, message)
  const { ticket, inbox, known, sourceId, number, assignee } = conversation
  return {
    ...shape,
    account_id: account.id,
    inbox_id: inbox.number,
    conversation_id: number,
    message_type: messageTypes.indexOf(messageTypeOf(message)),
    status: statusOf(message),
    created_at: seconds(message.timestamp),
    updated_at: message.timestamp,
    sender_type: message.fromMe ? 'User' : 'Contact',
    sender_id: message.fromMe ? ((shape.sender as { id?: number } | undefined)?.id ?? null) : known.number,
    external_source_ids: {},
    additional_attributes: {},
    conversation: {
      assignee_id: assignee?.id ?? null,
      unread_count: ticket.unreadMessages,
      last_activity_at: seconds(ticket.updatedAt),
      contact_inbox: { source_id: sourceId },
    },
  }
}

/** A message as the body of a webhook. */
export async function messageData(
  work: Work,
  account: Account,
  conversation: Conversation,
  message: Message,
  conversationShape: object,
): Promise<Record<string, unknown>> {
  const { shape } = await common(work, account, conversation, message)
  const { inbox } = conversation
  return {
    ...shape,
    account,
    inbox: { id: inbox.number, name: inbox.name },
    conversation: conversationShape,
    message_type: messageTypeOf(message),
    status: statusOf(message),
    created_at: message.timestamp,
    additional_attributes: {},
  }
}
