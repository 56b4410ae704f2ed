import {
  ChannelError,
  defineChannel,
  definePlugin,
  implementPlugin,
  mint,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type InboundPart,
  type Part,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { askProvider, failedCheck, readJson, verifyHmac } from '@recado/sdk/server'
import * as z from 'zod'

/**
 * A LINE Official Account. Facts are from the Messaging API reference,
 * https://developers.line.biz/en/reference/messaging-api/.
 */
const channel = defineChannel({
  type: 'line',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#06c755', icon: 'message-circle' },
  transport: 'webhook',
  identityKind: 'line',
  config: z.object({
    channelSecret: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({ secret: true }),
    accessToken: z.string().min(20).max(1_000).meta({ secret: true }),
    apiRoot: z.url({ protocol: /^https?$/ }).optional(),
  }),
  egressFrom: ['apiRoot'],
  capabilities: {
    version: 1,
    text: { maxLength: 5_000, format: 'plain' },
    location: 'full',
    groups: 'full',
    idempotentSend: 'native',
    media: {
      image: { mime: { 'image/jpeg': 'full', 'image/png': 'full' }, maxBytes: 10_000_000 },
      video: { mime: { 'video/mp4': 'full' }, maxBytes: 200_000_000 },
      audio: { mime: { 'audio/mp4': 'full', 'audio/mpeg': 'full' }, maxBytes: 200_000_000 },
      voice: { mime: { 'audio/mp4': 'full', 'audio/*': 'fallback' }, maxBytes: 200_000_000 },
    },
  },
})

const plugin = definePlugin({
  id: 'line',
  version: '0.1.0',
  host: '^1.0.0',
  publisher: 'Line by Example',
  enabledByDefault: true,
  title: { 'pt-BR': 'LINE', en: 'LINE', es: 'LINE', ru: 'LINE' },
  description: {
    'pt-BR': 'Conversas de uma conta do LINE.',
    en: 'Chats of a LINE account.',
    es: 'Conversaciones de una cuenta de LINE.',
    ru: 'Чаты аккаунта LINE.',
  },
  channels: { main: channel },
  egress: ['api.line.me', 'api-data.line.me'],
  ui: {
    slots: [
      {
        slot: 'connection.card',
        panel: 'webhook',
        titleKey: 'webhook.title',
        icon: 'webhook',
        when: { connectionType: 'line' },
      },
    ],
  },
})

/* What arrives: https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects */

const id = z.string().min(1).max(100)
const text = z.string().max(5_000).optional()
const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), id, text: z.string().max(65_536) }),
  z.object({
    type: z.literal('location'),
    id,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    title: text,
    address: text,
  }),
  z.object({ type: z.literal('sticker'), id, text, keywords: z.array(z.string()).default([]) }),
  z.object({
    type: z.enum(['image', 'video', 'audio', 'file']),
    id,
    fileName: z.string().max(255).optional(),
    fileSize: z.int().nonnegative().optional(),
    duration: z.number().nonnegative().optional(),
    contentProvider: z.object({ originalContentUrl: text }).optional(),
  }),
])
const Happened = z.object({
  type: z.string(),
  timestamp: z.int().min(0).max(8_640_000_000_000_000),
  source: z.object({ userId: id.optional(), groupId: id.optional(), roomId: id.optional() }),
  message: z.looseObject({ type: z.string(), id }).optional(),
  unsend: z.object({ messageId: id }).optional(),
})
const Batch = z.object({ events: z.array(z.unknown()).max(1_000) })
const kinds = { image: 'image', video: 'video', audio: 'voice', file: 'document' } as const

function partOf(message: { type: string }): InboundPart {
  const content = Content.safeParse(message).data
  if (!content) return { kind: 'unsupported', note: message.type.slice(0, 500) }
  if (content.type === 'text') return { kind: 'text', text: content.text, format: 'plain' }
  if (content.type === 'location')
    return {
      kind: 'location',
      lat: content.latitude,
      lng: content.longitude,
      name: content.title,
      address: content.address,
    }
  if (content.type === 'sticker')
    return { kind: 'unsupported', note: `Sticker ${content.text ?? content.keywords.join(', ')}`.trim().slice(0, 500) }
  const { type, fileName, fileSize, duration, contentProvider } = content
  // What a bot of somebody else has shared lies on that bot's server and not on LINE's.
  if (contentProvider?.originalContentUrl !== undefined)
    return { kind: 'text', text: contentProvider.originalContentUrl, format: 'plain' }
  return {
    kind: 'remoteMedia',
    as: kinds[type],
    ref: content.id,
    name: fileName,
    bytes: fileSize,
    seconds: duration === undefined ? undefined : duration / 1_000,
  }
}

function toInbound(given: unknown): InboundEvent[] {
  const happened = Happened.safeParse(given).data
  const { groupId, roomId, userId } = happened?.source ?? {}
  const place = groupId ?? roomId ?? userId
  if (!happened || place === undefined) return []
  const { type, timestamp, message, unsend } = happened
  const facts = { chat: mint<ExternalChatId>(place), at: new Date(timestamp) }
  if (type === 'unsend' && unsend) return [{ type: 'delete', target: mint(unsend.messageId), ...facts }]
  if (type !== 'message' || !message) return []
  // In groups LINE names only those who have agreed to it.
  const sender = { id: mint<ExternalUserId>(userId ?? place), isSelf: false, verified: true }
  return [
    {
      type: 'message',
      id: mint(message.id),
      ...facts,
      sender,
      isGroup: place !== userId,
      origin: 'live',
      parts: [partOf(message)],
    },
  ]
}

/* What goes out: https://developers.line.biz/en/reference/messaging-api/#send-push-message */

type Context = ConnectionContext<z.output<typeof channel.config>>

/** One call of the API; files come from another host. What LINE refuses is told as core has to know it. */
async function call(ctx: Context, path: string, init: RequestInit, host = 'api'): Promise<Response> {
  const headers = {
    authorization: `Bearer ${(await ctx.secrets.get('accessToken')) ?? ''}`,
    'content-type': 'application/json',
    ...(init.headers as Record<string, string>),
  }
  return askProvider(
    ctx,
    new URL(path, ctx.config.apiRoot ?? `https://${host}.line.me`),
    { ...init, headers },
    {
      provider: 'LINE',
      // A key that was accepted before is answered 409, with the messages of that time: sent twice, arrived once.
      accept: [409],
      explain: (_status, body) => z.object({ message: z.string().max(300) }).safeParse(body).data ?? {},
    },
  )
}

function messagesOf(ctx: Context, part: Part): object[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  if (part.kind === 'location') {
    const { lat, lng, name, address = `${lat}, ${lng}` } = part
    return [
      {
        type: 'location',
        title: (name ?? address).slice(0, 100),
        address: address.slice(0, 100),
        latitude: lat,
        longitude: lng,
      },
    ]
  }
  if (part.kind !== 'media')
    throw new ChannelError({
      kind: 'unsupported',
      code: part.kind,
      message: `LINE takes no ${part.kind}`,
      certain: true,
    })
  // Files go by address, so LINE has to reach this installation.
  if (!ctx.callbackUrl)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'NO_PUBLIC_ADDRESS',
      message: 'LINE fetches files, and there is no public address',
      certain: true,
    })
  const originalContentUrl = new URL(ctx.media.sign(part.media, 30 * 86_400_000), ctx.callbackUrl).href
  const isSeen = part.as === 'image' || part.as === 'video'
  const file = {
    originalContentUrl,
    ...(isSeen
      ? { type: part.as, previewImageUrl: originalContentUrl }
      : { type: 'audio', duration: Math.ceil((part.seconds ?? 1) * 1_000) }),
  }
  return [file, ...(part.caption ? [{ type: 'text', text: part.caption }] : [])]
}

const Sent = z.object({ sentMessages: z.array(z.object({ id: z.string().min(1) })).min(1) })
async function send(ctx: Context, { key, chat, parts }: SendRequest, signal: AbortSignal): Promise<SendResult> {
  const messages = parts.flatMap((part) => messagesOf(ctx, part))
  if (messages.length > 5)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'TOO_MANY',
      message: 'LINE takes five messages at a time',
      certain: true,
    })
  const response = await call(ctx, '/v2/bot/message/push', {
    method: 'POST',
    body: JSON.stringify({ to: chat, messages }),
    headers: { 'x-line-retry-key': key },
    signal,
  })
  const [first, ...others] = Sent.parse(await response.json()).sentMessages.map(({ id }) => mint<ExternalMessageId>(id))
  return { status: 'sent', ids: [first!, ...others], at: new Date() }
}

async function check(ctx: Context) {
  const response = await call(ctx, '/v2/bot/info', { signal: ctx.signal })
  return { ok: true, identity: z.object({ displayName: z.string() }).parse(await response.json()).displayName } as const
}

async function fetchMedia(ctx: Context, ref: string, signal: AbortSignal) {
  const { status, headers, body } = await call(
    ctx,
    `/v2/bot/message/${encodeURIComponent(ref)}/content`,
    { signal },
    'api-data',
  )
  if (status === 202 || !body)
    throw new ChannelError({
      kind: 'provider',
      code: String(status),
      message: 'LINE is still preparing the file',
      certain: true,
    })
  return { stream: body, mime: headers.get('content-type') ?? 'application/octet-stream' }
}

export default implementPlugin(plugin, {
  channels: {
    main: {
      webhook: {
        verify: async ({ rawBody, headers }, { secrets }) =>
          verifyHmac(rawBody, headers.get('x-line-signature'), await secrets.get('channelSecret'), {
            encoding: 'base64',
          })
            ? 'ok'
            : 'bad',
        parse: ({ rawBody }) => ({
          events: (Batch.safeParse(readJson(rawBody)).data?.events ?? []).flatMap(toInbound),
        }),
      },
      check: (ctx) => check(ctx).catch(failedCheck),
      open: async (ctx) => ({
        send: (request, signal) => send(ctx, request, signal),
        fetchMedia: (ref, signal) => fetchMedia(ctx, ref, signal),
        async [Symbol.asyncDispose]() {},
      }),
    },
  },
})
