import {
  Refusal,
  type ConnectionRouteContext,
  type InboundMessage,
  type MediaKind,
  type Part,
  type RouteAnswer,
  type RouteRequest,
} from '@recado/sdk'
import { maxFileBytes } from '../channel/capabilities.ts'
import { poke } from '../channel/poke.ts'
import { requireVisitor } from '../visitor/authenticate.ts'
import { chatOf, senderOf, type Visitor } from '../visitor/visitor.ts'
import type { routes } from './routes.ts'
import { externalIdOf, toThreadMessage } from './thread.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: ConnectionRouteContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** Stores the message and notifies the visitor's other tabs. Resolves once it cannot be lost any more. */
async function deliver(
  ctx: ConnectionRouteContext,
  visitor: Visitor,
  clientId: string,
  part: Part,
  referral?: InboundMessage['referral'],
): Promise<void> {
  const chat = chatOf(visitor)
  await ctx.connection.emit([
    {
      type: 'message',
      chat,
      id: externalIdOf(visitor, clientId),
      sender: senderOf(visitor),
      isGroup: false,
      parts: [part],
      origin: 'live',
      at: new Date(),
      ...(referral ? { referral } : {}),
    },
  ])
  poke(ctx.connection.topics, chat, { kind: 'message' })
}

export const sendMessage: Handler<'message'> = async ({ body, headers }, ctx) => {
  const visitor = await requireVisitor(headers, ctx)
  if (body.text === '') throw new Refusal('ERR_CREATING_MESSAGE')
  await ctx.visitors.spend(visitor.id)
  await deliver(ctx, visitor, body.id, { kind: 'text', text: body.text, format: 'plain' }, body.page)
  return {}
}

const kindOf = (mime: string): MediaKind => {
  const [type] = mime.split('/', 1)
  // A vector image is a program for the browser that opens it: it travels as a file.
  if (type === 'image') return mime === 'image/svg+xml' ? 'document' : 'image'
  return type === 'video' || type === 'audio' ? type : 'document'
}

export const sendAttachment: Handler<'attachment'> = async ({ body, files, headers }, ctx) => {
  const visitor = await requireVisitor(headers, ctx)
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  if (file.bytes.byteLength > maxFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes })
  await ctx.visitors.spend(visitor.id, { bytes: file.bytes.byteLength })
  const media = await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes })
  await deliver(ctx, visitor, body.id, {
    kind: 'media',
    as: kindOf(media.mime),
    media: media.id,
    mime: media.mime,
    bytes: media.bytes,
    name: file.name,
  })
  return {}
}

export const reportTyping: Handler<'typing'> = async ({ body, headers }, ctx) => {
  const visitor = await requireVisitor(headers, ctx)
  await ctx.connection.emit([
    { type: 'typing', chat: chatOf(visitor), sender: senderOf(visitor), mode: body.mode, at: new Date() },
  ])
  return {}
}

export const reportRead: Handler<'read'> = async ({ body, headers }, ctx) => {
  const visitor = await requireVisitor(headers, ctx)
  const now = new Date()
  // The visitor knows an instant to the millisecond, the store more finely: the next one includes it.
  const upTo = new Date(Math.min(Date.parse(body.upTo) + 1, now.getTime()))
  await ctx.connection.emit([{ type: 'receipt', target: { chat: chatOf(visitor), upTo }, state: 'read', at: now }])
  return {}
}

export const readHistory: Handler<'history'> = async ({ query, headers }, ctx) => {
  const visitor = await requireVisitor(headers, ctx)
  const entries = await ctx.connection.history.read(chatOf(visitor), { before: query.before, limit: query.limit + 1 })
  const page = entries.slice(-query.limit)
  return {
    messages: page.map((entry) => toThreadMessage(entry, visitor, ctx)),
    hasMore: entries.length > query.limit,
  }
}
