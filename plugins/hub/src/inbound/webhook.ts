import {
  mint,
  type ChannelErrorShape,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type ReceiptState,
  type WebhookHandler,
} from '@recado/sdk'
import { listOf, readJson, sameSecret } from '@recado/sdk/server'
import * as z from 'zod'
import { hubApi } from '../api/client.ts'
import type { HubConfig } from '../channel/config.ts'
import { factsOf } from '../channel/hub-channels.ts'
import { proofHeader, proofOf } from '../channel/proof.ts'
import { subscribe, unsubscribe } from '../channel/subscriptions.ts'
import { chatOf } from './address.ts'
import { Contents, partsOf } from './content.ts'

const words = z.string().optional().catch(undefined)
const Id = z.coerce.string().min(1).max(400)
const When = z.coerce.date().nullable().catch(null)

const Message = z.object({
  type: z.literal('MESSAGE'),
  timestamp: When,
  direction: words,
  message: z.object({
    id: Id,
    from: Id,
    direction: words,
    visitor: z.object({ name: words, firstName: words, lastName: words, userName: words }).catch({
      name: undefined,
      firstName: undefined,
      lastName: undefined,
      userName: undefined,
    }),
    contents: Contents,
    timestamp: When,
  }),
})
const Status = z.object({
  type: z.literal('MESSAGE_STATUS'),
  timestamp: When,
  messageId: Id.optional().catch(undefined),
  message: z.object({ id: Id }).optional().catch(undefined),
  messageStatus: z.object({
    code: z.string(),
    description: words,
    timestamp: When,
    causes: listOf(z.object({ channelErrorCode: z.coerce.string().catch(''), reason: words, details: words })),
  }),
})

const states: Readonly<Record<string, ReceiptState>> = {
  ACCEPTED: 'accepted',
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  CLICKED: 'read',
  REJECTED: 'failed',
  NOT_DELIVERED: 'failed',
}

/** Everything that a delivery says; nothing for what is not known, or for what the company itself has sent. */
export function eventsOf(body: unknown, { channel }: Pick<HubConfig, 'channel'>): InboundEvent[] {
  const message = Message.safeParse(body).data
  if (message) return messageEvents(message, channel)
  const status = Status.safeParse(body).data
  return status ? statusEvents(status) : []
}

function messageEvents(
  { message, direction, timestamp }: z.output<typeof Message>,
  channel: HubConfig['channel'],
): InboundEvent[] {
  if ((message.direction ?? direction) === 'OUT') return []
  const { name, firstName, lastName, userName } = message.visitor
  const shown = name || [firstName, lastName].filter(Boolean).join(' ')
  const chat = chatOf(channel, message.from)
  const digits = message.from.replaceAll(/\D/g, '')
  return [
    {
      type: 'message',
      chat,
      id: mint<ExternalMessageId>(message.id),
      sender: {
        id: mint<ExternalUserId>(chat),
        isSelf: false,
        ...(shown && { name: shown.slice(0, 200) }),
        ...(userName && { username: userName.slice(0, 200) }),
        ...(factsOf(channel).isByPhone && digits !== '' && { phone: `+${digits}` }),
      },
      isGroup: false,
      origin: 'live',
      at: message.timestamp ?? timestamp,
      parts: partsOf(message.contents),
    },
  ]
}

function statusEvents({ messageId, message, messageStatus, timestamp }: z.output<typeof Status>): InboundEvent[] {
  const id = message?.id ?? messageId
  const { code, causes, description } = messageStatus
  const state = Object.hasOwn(states, code) ? states[code] : undefined
  if (id === undefined || state === undefined) return []
  const [cause] = causes
  const error: ChannelErrorShape = {
    kind: 'provider',
    code: cause?.channelErrorCode || code,
    message: (cause?.details ?? cause?.reason ?? description ?? code).slice(0, 300),
    certain: true,
  }
  return [
    {
      type: 'receipt',
      target: mint<ExternalMessageId>(id),
      state,
      at: messageStatus.timestamp ?? timestamp,
      ...(state === 'failed' && { error }),
    },
  ]
}

/** The hub signs nothing: what proves a delivery is a header that was given to it with the address. */
export const webhook: WebhookHandler<HubConfig> = {
  async verify({ headers }, { secrets }) {
    const token = await secrets.get('token')
    return token && sameSecret(headers.get(proofHeader) ?? '', proofOf(token)) ? 'ok' : 'bad'
  },
  parse({ rawBody }, config) {
    const body = readJson(rawBody)
    return body === undefined ? { events: [], respond: { status: 400 } } : { events: eventsOf(body, config) }
  },
  register: async (callback, ctx) => subscribe(await hubApi(ctx), callback, ctx.signal),
  unregister: async (ctx) => {
    if (ctx.callbackUrl) await unsubscribe(await hubApi(ctx), ctx.callbackUrl, ctx.signal)
  },
}
