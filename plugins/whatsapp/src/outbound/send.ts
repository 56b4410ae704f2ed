import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChannelError,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type MediaPart,
  type PollPart,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { generateWAMessageFromContent, type BinaryNode, type WAMessage, type WASocket } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'
import { idOf, keyOf } from '../inbound/message-id.ts'
import type { Facts } from '../inbound/facts.ts'
import type { KeptPolls } from '../polls/kept-polls.ts'
import { hashOf } from '../polls/poll.ts'
import { ownAddresses } from '../polls/votes.ts'
import { upload, type UploadedFile } from '../media/upload.ts'
import { previewFor } from './link-preview.ts'
import { fileTypeOf, messageIdFor, planOf } from './plan.ts'

/** What a message needs on its way out. */
export interface WayOut {
  readonly ctx: Pick<ConnectionContext<WhatsappConfig>, 'media' | 'fetch' | 'linkPreview'>
  readonly socket: WASocket
  /** Origin of a stand-in for WhatsApp. */
  readonly standIn: string | undefined
  readonly polls: KeptPolls
  /** Seconds after which messages of the chat disappear, 0 where they stay. */
  readonly disappearsAfter: number
  facts(): Facts
}

const acknowledgedWithinMs = 15_000

/** Sends one intent. Its messages have the same ids on every attempt: phones show one that comes again once. */
export async function send(way: WayOut, request: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const { socket, disappearsAfter } = way
  const ids: ExternalMessageId[] = []
  for (const [index, step] of planOf(request.parts).entries()) {
    signal.throwIfAborted()
    const id = messageIdFor(request.key, index)
    const quoted =
      index === 0 && request.replyTo !== undefined ? quotedMessage(request.replyTo, request.chat) : undefined
    const preview = step.text === undefined ? {} : await previewFor(way.ctx, step.text)
    const acknowledged = acknowledgement(socket, id, signal)
    try {
      const uploaded = step.file && (await uploadedFile(way, step.file, signal))
      const said = step.content(uploaded)
      if (said.extendedTextMessage) Object.assign(said.extendedTextMessage, preview)
      const { message } = generateWAMessageFromContent(request.chat, said, {
        userJid: socket.authState.creds.me!.id,
        messageId: id,
        ...(quoted && { quoted }),
        ...(disappearsAfter > 0 && { ephemeralExpiration: disappearsAfter }),
      })
      const secret = step.poll && (await secretOf(way, id, request.chat, step.poll))
      await socket.relayMessage(
        request.chat,
        secret ? { ...message, messageContextInfo: { messageSecret: secret } } : message!,
        { messageId: id, ...(secret && { additionalNodes: [pollMark] }) },
      )
      await acknowledged.done
    } catch (error) {
      throw failureOf(error, ids.length === 0)
    } finally {
      acknowledged.stop()
    }
    ids.push(idOf({ id, fromMe: true }))
  }
  const [first, ...others] = ids
  if (!first)
    throw new ChannelError({ kind: 'unsupported', code: 'EMPTY', message: 'there is nothing to send', certain: true })
  return { status: 'sent', ids: [first, ...others], at: new Date() }
}

/** By which the server tells a poll from other messages. */
const pollMark: BinaryNode = { tag: 'meta', attrs: { polltype: 'creation' } }

/**
 * What the votes of a poll will be sealed with: kept before it goes out, and the same on every attempt. Votes may come
 * before the answer.
 */
async function secretOf(
  { polls, facts }: WayOut,
  id: string,
  chat: ExternalChatId,
  { options }: PollPart,
): Promise<Uint8Array> {
  const secret = randomBytes(32).toString('base64')
  const authors = ownAddresses(facts())
  const target = idOf({ id, fromMe: true })
  await polls.keep(new Map([[id, { secret, target, chat, authors, options: options.map(hashOf) }]]))
  const kept = await polls.find(id)
  return Buffer.from(kept?.secret ?? secret, 'base64')
}

/** The server's own word that it has a message, or why not. */
export function acknowledgement(
  socket: WASocket,
  id: string,
  signal: AbortSignal,
): { readonly done: Promise<void>; stop(): void } {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  done.catch(() => undefined)
  const heard = ({ attrs }: BinaryNode): void => {
    if (attrs['id'] !== id) return
    const { error } = attrs
    if (error === undefined) return resolve()
    reject(refused(error))
  }
  const over = new AbortController()
  void pause(acknowledgedWithinMs, undefined, { signal: over.signal, ref: false }).then(
    () => reject(unconfirmed()),
    () => undefined,
  )
  const aborted = (): void => reject(unconfirmed())
  signal.addEventListener('abort', aborted, { once: true })
  socket.ws.on('CB:ack,class:message', heard)
  socket.ws.on('close', aborted)
  return {
    done,
    stop() {
      over.abort()
      signal.removeEventListener('abort', aborted)
      socket.ws.off('CB:ack,class:message', heard)
      socket.ws.off('close', aborted)
    },
  }
}

const unconfirmed = (): ChannelError =>
  new ChannelError({
    kind: 'network',
    code: 'UNCONFIRMED',
    message: 'WhatsApp has not confirmed the message',
    certain: false,
  })

/** 463: the account may not start conversations now, and trying again makes it worse. */
function refused(code: string): ChannelError {
  const isBlocked = code === '463'
  return new ChannelError({
    kind: isBlocked ? 'blocked' : 'provider',
    code,
    message: isBlocked
      ? 'WhatsApp does not let this number start conversations now'
      : `WhatsApp refused the message (${code})`,
    certain: true,
  })
}

/** What Baileys throws before a message leaves is certain; afterwards only what the server said is. */
export function failureOf(error: unknown, isFirst: boolean): ChannelError {
  if (ChannelError.is(error)) {
    if (isFirst || !error.certain) return error
    return new ChannelError({
      kind: error.kind,
      code: error.code,
      message: `only a part was sent: ${error.message}`,
      certain: false,
    })
  }
  const status = (error as { output?: { statusCode?: unknown } } | null)?.output?.statusCode
  return new ChannelError(
    {
      kind: 'network',
      code: String(status ?? 'CLIENT'),
      message: error instanceof Error ? error.message.slice(0, 200) : 'the client of WhatsApp failed',
      certain: false,
    },
    { cause: error },
  )
}

/** What is answered, by its name alone: phones have the message itself. */
function quotedMessage(target: string, chat: string): WAMessage {
  return { key: keyOf(target, chat), message: { conversation: '' } } as WAMessage
}

/** Gives a stored file to WhatsApp. */
const uploadedFile = ({ ctx, socket, standIn }: WayOut, file: MediaPart, signal: AbortSignal): Promise<UploadedFile> =>
  upload(
    fileTypeOf(file),
    async () => (await ctx.media.open(file.media)).stream,
    { fetch: ctx.fetch, socket, standIn },
    signal,
  )
