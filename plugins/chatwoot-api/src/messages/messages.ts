import { createHash, randomUUID } from 'node:crypto'
import {
  mint,
  Refusal,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundMessage,
  type MediaKind,
  type Message,
  type Part,
  type UploadedFile,
} from '@recado/sdk'
import { seconds, type Account, type Work } from '../account.ts'
import { maxContent, maxFileBytes } from '../channel/inbox-channel.ts'
import { conversationOf, type Conversation } from '../conversations/conversation.ts'
import { Fault, invalid, notFound } from '../http/answer.ts'
import { fieldsOf, flag, object, text, type Fields } from '../http/fields.ts'
import { numberOf, objectOf } from '../numbers/numbers.ts'
import { tellMessage } from '../webhooks/tell.ts'
import { keepMessage, messageExtras, type GivenExtras } from './message-store.ts'
import { slimMessage } from './shown-message.ts'

/** The latest entries of a chat, among which a message is looked for that was stored just now. */
const recent = 50
const mostFiles = 15
const incoming = ['incoming', '0']
const outgoing = ['outgoing', '1']

interface GivenMessage extends Omit<GivenExtras, 'externalId'> {
  readonly isIncoming: boolean
  readonly parts: readonly [Part, ...Part[]]
  /** What tells two messages of the same source apart. */
  readonly digest: string
}

/** What a program posts. @throws Fault 422 */
async function givenOf(work: Work, body: unknown, files: readonly UploadedFile[]): Promise<GivenMessage> {
  const fields = fieldsOf(body)
  const type = text(fields, 'message_type') ?? 'outgoing'
  const isIncoming = incoming.includes(type)
  if (!isIncoming && !outgoing.includes(type)) throw invalid('Message type is not supported', 'message_type')
  const content = text(fields, 'content', maxContent)
  if (files.length > mostFiles) throw invalid('There are too many attachments', 'attachments')
  const [first, ...others] = [
    ...(await Promise.all(
      files.map((file, index) => filePart(work, file, files.length === 1 && index === 0 ? content : undefined)),
    )),
    ...(content !== undefined && files.length !== 1
      ? [{ kind: 'text', text: content, format: 'markdown' } as const]
      : []),
  ]
  if (!first) throw invalid("Content can't be blank", 'content')
  return {
    isIncoming,
    parts: [first, ...others],
    sourceId: text(fields, 'source_id'),
    attributes: object(fields, 'content_attributes'),
    type: text(fields, 'content_type', 40),
    echoId: text(fields, 'echo_id'),
    digest: digestOf(type, content ?? '', files),
  }
}

function digestOf(type: string, content: string, files: readonly UploadedFile[]): string {
  const hash = createHash('sha256').update(`${type}\n${content}\n`)
  for (const { bytes } of files) hash.update(createHash('sha256').update(bytes).digest())
  return hash.digest('base64url').slice(0, 32)
}

const kindOf = (mime: string): MediaKind => {
  const [type] = mime.split('/', 1)
  // A vector image is a program for the browser that opens it: it travels as a file.
  if (type === 'image') return mime === 'image/svg+xml' ? 'document' : 'image'
  return type === 'video' || type === 'audio' ? type : 'document'
}

async function filePart({ media }: Work, file: UploadedFile, caption: string | undefined): Promise<Part> {
  const { id, mime, bytes } = await media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes })
  return {
    kind: 'media',
    as: kindOf(mime),
    media: id,
    mime,
    bytes,
    ...(file.name !== '' && { name: file.name.slice(0, 255) }),
    ...(caption !== undefined && { caption }),
  }
}

/** The message that a reply names by its number, as the channel knows it. */
async function replyTo(work: Work, attributes: Fields | undefined): Promise<ExternalMessageId | undefined> {
  const id = await objectOf(work, 'message', attributes?.['in_reply_to'])
  const external = id === undefined ? undefined : (await messageExtras(work, [id])).get(id)?.external_id
  return external === undefined ? undefined : mint<ExternalMessageId>(external)
}

export const chatOf = ({ known }: Pick<Conversation, 'known'>): ExternalChatId => mint<ExternalChatId>(known.contact.id)

/**
 * A message of a program. `incoming` is the customer's, with all that follows from one. `outgoing` is sent to the
 * inbox's address, or with a `source_id` was sent by the program already. `private` is a note for agents.
 */
export async function postMessage(
  work: Work & { readonly key?: { readonly holder: string } },
  account: Account,
  conversation: Conversation,
  { body, files }: { readonly body: unknown; readonly files: readonly UploadedFile[] },
): Promise<object> {
  const given = await givenOf(work, body, files)
  if (flag(fieldsOf(body), 'private')) return postNote(work, account, conversation, given)
  const message =
    given.isIncoming || given.sourceId !== undefined
      ? await received(work, conversation, given)
      : await sent(work, conversation, given)
  const now = (await conversationOf(work, message.ticketId)) ?? conversation
  // What the program sent by itself is no event of core's: whoever else listens is told here.
  if (!given.isIncoming && given.sourceId !== undefined) await tellMessage(work, 'message_created', now, message)
  return slimMessage(work, account, now, message)
}

/** Brings a message in through the channel: the customer's, or one that the program sent to them. */
async function received(work: Work, conversation: Conversation, given: GivenMessage): Promise<Message> {
  const { connection } = conversation.inbox
  const { contact } = conversation.known
  const chat = chatOf(conversation)
  const externalId =
    given.sourceId === undefined
      ? randomUUID()
      : `${createHash('sha256').update(given.sourceId).digest('hex').slice(0, 24)}.${given.digest}`
  const quoted = await replyTo(work, given.attributes)
  const event: InboundMessage = {
    type: 'message',
    chat,
    id: mint<ExternalMessageId>(externalId),
    sender: {
      id: mint<ExternalUserId>(contact.id),
      isSelf: !given.isIncoming,
      verified: false,
      ...(given.isIncoming && { name: contact.name }),
    },
    isGroup: false,
    parts: given.parts,
    origin: given.isIncoming ? 'live' : 'otherDevice',
    at: new Date(),
    ...(quoted !== undefined && { replyTo: quoted }),
  }
  await connection.emit([event])
  const stored = (await connection.history.read(chat, { limit: recent })).findLast(
    (entry) => entry.externalId === externalId,
  )
  const message = stored && (await work.core.messages.get(mint(stored.id)))
  if (!message) throw new Fault(422, { error: 'The message could not be stored' })
  await keepMessage(work, message, { ...given, externalId })
  return message
}

/** Sends through the inbox, as an agent does. */
async function sent(work: Work, conversation: Conversation, given: GivenMessage): Promise<Message> {
  const message = await work.core.messages
    .send(conversation.ticket.id, given.parts, {
      key: given.echoId === undefined ? randomUUID() : `echo-${given.echoId}`,
      as: 'API',
    })
    .catch((error: unknown) => {
      if (Refusal.is(error)) throw new Fault(422, { error: error.code })
      throw error
    })
  const number = await numberOf(work, 'message', message.id)
  await keepMessage(work, message, { ...given, externalId: String(number) })
  return message
}

async function postNote(
  work: Work & { readonly key?: { readonly holder: string } },
  account: Account,
  { ticket, number, inbox }: Conversation,
  { parts, attributes = {} }: GivenMessage,
): Promise<object> {
  const words = parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'media' ? (part.caption ?? part.name ?? '') : ''))
    .join('\n')
  const rows = await work.db.transaction((tx) =>
    tx.query(
      `insert into plg_chatwoot_api.note (tenant_id, ticket_id, holder, body)
       values ($1, $2, $3, $4)
       returning id, created_at`,
      [work.tenant, ticket.id, work.key?.holder ?? null, words],
      'object',
    ),
  )
  const { id, created_at } = rows[0] as { id: string; created_at: string }
  await work.core.tickets.announce(ticket.id)
  return {
    id: await numberOf(work, 'message', id),
    content: words,
    account_id: account.id,
    inbox_id: inbox.number,
    conversation_id: number,
    message_type: 1,
    private: true,
    status: 'sent',
    content_type: 'text',
    content_attributes: attributes,
    source_id: null,
    created_at: seconds(created_at),
  }
}

/** A message of a conversation. @throws Fault 404 */
export async function requireMessage(work: Work, { ticket }: Conversation, given: unknown): Promise<Message> {
  const id = await objectOf(work, 'message', given)
  const message = id === undefined ? undefined : await work.core.messages.get(mint(id))
  if (message?.ticketId !== ticket.id) throw notFound()
  return message
}

const receipts = ['delivered', 'read', 'failed'] as const

/** What the program knows of an answer that it passed on. @throws Fault 422 for a status that is none */
export async function updateMessage(
  work: Work,
  conversation: Conversation,
  message: Message,
  body: unknown,
): Promise<void> {
  const fields = fieldsOf(body)
  const given = text(fields, 'status')
  if (given === 'sent' || given === undefined) return
  const state = receipts.find((one) => one === given)
  if (!state) throw invalid('Status is invalid', 'status')
  const external = (await messageExtras(work, [message.id])).get(message.id)?.external_id
  if (external === undefined || !message.fromMe) return
  const reason = text(fields, 'external_error', 300) ?? 'the program could not pass it on'
  await conversation.inbox.connection.emit([
    {
      type: 'receipt',
      target: mint<ExternalMessageId>(external),
      state,
      at: new Date(),
      ...(state === 'failed' && {
        error: { kind: 'provider', code: 'PROGRAM_FAILED', message: reason, certain: true } as const,
      }),
    },
  ])
}

/** Takes a message back where the program says that it is gone. */
export async function deleteMessage(work: Work, conversation: Conversation, message: Message): Promise<void> {
  const external = (await messageExtras(work, [message.id])).get(message.id)?.external_id
  if (external === undefined) throw notFound()
  await conversation.inbox.connection.emit([
    { type: 'delete', chat: chatOf(conversation), target: mint<ExternalMessageId>(external), at: new Date() },
  ])
}
