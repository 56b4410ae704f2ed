import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChannelError,
  type ConnectionContext,
  type ExternalMessageId,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import type { BinaryNode, MiscMessageGenerationOptions, WAMediaUploadFunction, WAMessage, WASocket } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'
import { idOf, keyOf } from '../inbound/message-id.ts'
import { messageIdFor, planOf, type FileSource, type Step } from './plan.ts'

type Ctx = Pick<ConnectionContext<WhatsappConfig>, 'media' | 'fetch'>

const acknowledgedWithinMs = 15_000

/** Sends one intent. Its messages have the same ids on every attempt: phones show one that comes again once. */
export async function send(
  ctx: Ctx,
  socket: WASocket,
  upload: WAMediaUploadFunction,
  request: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  for (const [index, step] of planOf(request.parts).entries()) {
    signal.throwIfAborted()
    const id = messageIdFor(request.key, index)
    const quoted =
      index === 0 && request.replyTo !== undefined ? quotedMessage(request.replyTo, request.chat) : undefined
    const acknowledged = acknowledgement(socket, id, signal)
    try {
      await socket.sendMessage(request.chat, step.content(await sourceOf(ctx, step)), {
        messageId: id,
        ...(quoted && { quoted }),
        upload,
      } as MiscMessageGenerationOptions)
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

async function sourceOf({ media }: Ctx, { file }: Step): Promise<FileSource | undefined> {
  if (!file) return undefined
  const { stream, mime, name } = await media.open(file.media)
  return {
    stream: { stream: Readable.fromWeb(stream as never) },
    mime,
    name: file.name ?? name ?? file.as,
  }
}

/** What is answered, by its name alone: phones have the message itself. */
function quotedMessage(target: string, chat: string): WAMessage {
  return { key: keyOf(target, chat), message: { conversation: '' } } as WAMessage
}

/** Uploads the file that Baileys has encrypted, to the host that WhatsApp names, through the guard. */
export const uploadBy =
  (ctx: Ctx, socket: () => WASocket, isPlain: boolean): WAMediaUploadFunction =>
  async (path, { mediaType, fileEncSha256B64 }) => {
    const { auth, hosts } = await socket().refreshMediaConn(false)
    const kind = uploadPaths[mediaType] ?? 'document'
    const token = fileEncSha256B64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    for (const { hostname } of hosts) {
      const address = `${isPlain ? 'http' : 'https'}://${hostname}/mms/${kind}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`
      const response = await ctx.fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', origin: 'https://web.whatsapp.com' },
        body: Readable.toWeb(createReadStream(path)) as never,
        duplex: 'half',
      } as RequestInit)
      if (!response.ok) continue
      const { url, direct_path: directPath } = (await response.json()) as { url?: string; direct_path?: string }
      if (url && directPath) return { mediaUrl: url, directPath }
    }
    throw new ChannelError({
      kind: 'network',
      code: 'UPLOAD',
      message: 'WhatsApp did not take the file',
      certain: true,
    })
  }

const uploadPaths: Readonly<Record<string, string>> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
}
