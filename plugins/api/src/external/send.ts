import { randomUUID } from 'node:crypto'
import {
  Refusal,
  type ConversationWish,
  type KeyContext,
  type MediaInfo,
  type MediaPart,
  type Part,
  type Ticket,
  type TicketId,
  type UploadedFile,
} from '@recado/sdk'
import type { StoredConfiguration } from '../configurations/configuration-store.ts'
import { refusal } from '../errors.ts'
import { fileByAddress } from './file-by-address.ts'
import { sendingKey } from './sending-key.ts'
import type { ExternalMessage, ExternalSent } from './external.ts'

/** What sending takes of a context: that of a program's request, or of an administrator's trial. */
export type SendingContext = Pick<KeyContext, 'core' | 'fetch' | 'media' | 'signal'>

/** A message with its file, where one was uploaded. */
export interface Outgoing {
  readonly message: ExternalMessage
  readonly files: readonly UploadedFile[]
  /** What makes a repeated request the same; undefined for one that is always new. */
  readonly repeat: string | undefined
}

/**
 * Sends a message through the connection of a configuration. The same `repeat` is sent once, also after the
 * conversation was closed.
 */
export async function send(
  ctx: SendingContext,
  configuration: StoredConfiguration,
  { message, files, repeat }: Outgoing,
): Promise<ExternalSent> {
  const way = message.ticketId === undefined ? 'number' : 'ticket'
  if (configuration.sendBy !== 'any' && configuration.sendBy !== way) throw refusal('ERR_API_SCOPE', { detail: way })
  if (message.body === '' && files.length === 0 && message.mediaUrl === undefined)
    throw invalid('body', 'a text or a file')
  if (files.length + (message.mediaUrl === undefined ? 0 : 1) > 1) throw invalid('media', 'one file')

  const key = sendingKey(configuration.id, repeat ?? randomUUID())
  const target = await targetOf(ctx, configuration, message, key)
  const parts = await partsOf(ctx, message, files)
  const { id } = await ctx.core.messages.send(target.ticket.id, parts, { key, as: 'API' })
  // A conversation that people had before stays theirs.
  if (configuration.closeTicket && target.opened && target.ticket.status !== 'closed')
    await ctx.core.tickets.change(
      target.ticket.id,
      { status: 'closed', withoutFarewell: true },
      { note: configuration.name },
    )
  return {
    message: 'Message add queue',
    messageId: id,
    ticketId: target.ticket.id,
    opened: target.opened,
    ...(target.isOther && { code: 'ERR_OTHER_OPEN_TICKET' }),
  }
}

interface Target {
  readonly ticket: Ticket
  readonly opened: boolean
  /** A live conversation was used instead of a new one. */
  readonly isOther: boolean
}

async function targetOf(
  { core }: SendingContext,
  { sessionId }: StoredConfiguration,
  { number, name, ticketId }: ExternalMessage,
  key: string,
): Promise<Target> {
  if (ticketId !== undefined)
    return { ticket: await ticketOf(core, sessionId, ticketId), opened: false, isOther: false }
  const wish: ConversationWish = { connection: sessionId, with: { address: number ?? '', name } }
  const { ticket, opened } = await core.conversations.open(wish, { key }).catch((error: unknown) => {
    // Core calls an address what is the number here.
    if (Refusal.is(error) && error.code === 'ERR_VALIDATION') throw invalid('number', 'a number with its country')
    throw error
  })
  return { ticket, opened, isOther: !opened }
}

/** A ticket of the configuration's connection. @throws Refusal ERR_NO_TICKET_FOUND for any other */
export async function ticketOf(
  core: SendingContext['core'],
  sessionId: StoredConfiguration['sessionId'],
  ticketId: TicketId,
): Promise<Ticket> {
  const ticket = await core.tickets.get(ticketId)
  if (ticket?.channelId !== sessionId) throw new Refusal('ERR_NO_TICKET_FOUND')
  return ticket
}

async function partsOf(
  ctx: SendingContext,
  { body, mediaUrl, mediaName }: ExternalMessage,
  [upload]: readonly UploadedFile[],
): Promise<[Part]> {
  const stored = upload
    ? await ctx.media.put(upload.bytes, { name: mediaName ?? upload.name })
    : mediaUrl === undefined
      ? undefined
      : await fileByAddress(ctx, mediaUrl, mediaName)
  if (!stored) return [{ kind: 'text', text: body, format: 'markdown' }]
  return [fileOf(stored, body)]
}

/** A file with its caption; a channel that has none sends the words as a message of their own. */
const fileOf = ({ id, mime, bytes, name }: MediaInfo, caption: string): MediaPart => ({
  kind: 'media',
  as: kindOf(mime),
  media: id,
  mime,
  bytes,
  ...(name !== null && { name }),
  ...(caption !== '' && { caption }),
})

function kindOf(mime: string): MediaPart['as'] {
  const kind = mime.split('/', 1)[0]
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

const invalid = (field: string, message: string): Refusal =>
  new Refusal('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })
