import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type InboundPart,
  type ReceiptState,
  type RemoteMediaPart,
  type WebhookOutcome,
  type WebhookRequest,
} from '@recado/sdk'
import * as z from 'zod'
import { e164, normaliseSender } from '../phone/number.ts'
import { deliveryFailure } from './errors.ts'

const Sid = z.string().min(1).max(100)
/** Files that one MMS may bring. */
const maxMedia = 10
const Arrived = z.object({
  MessageSid: Sid,
  From: z.string().trim().min(1).max(100),
  FromCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .catch('BR'),
  Body: z.string().default(''),
  NumMedia: z.coerce
    .number()
    .int()
    .min(0)
    .transform((count) => Math.min(count, maxMedia))
    .catch(0),
})
const Told = z.object({ MessageSid: Sid, MessageStatus: z.string(), ErrorCode: z.string().max(20).optional() })

const states: Readonly<Record<string, ReceiptState>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Empty TwiML: there is nothing that Twilio should answer the customer. */
const respond = {
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
}

/** Events of a form of Twilio. Unknown states are skipped; any other body is answered with 400. */
export function parse({ rawBody }: Pick<WebhookRequest, 'rawBody'>): WebhookOutcome {
  const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(rawBody)))
  const told = Told.safeParse(fields)
  if (told.success && told.data.MessageStatus !== 'received') return { events: receiptOf(told.data), respond }
  const arrived = Arrived.safeParse(fields)
  if (!arrived.success) return { events: [], respond: { status: 400 } }
  return { events: [messageOf(arrived.data, fields)], respond }
}

function receiptOf({ MessageSid, MessageStatus, ErrorCode }: z.output<typeof Told>): InboundEvent[] {
  const state = Object.hasOwn(states, MessageStatus) ? states[MessageStatus] : undefined
  return state === undefined
    ? []
    : [
        {
          type: 'receipt',
          target: mint<ExternalMessageId>(MessageSid),
          state,
          at: null,
          ...(state === 'failed' && { error: deliveryFailure(ErrorCode) }),
        },
      ]
}

function messageOf(
  { MessageSid, From, FromCountry, Body, NumMedia }: z.output<typeof Arrived>,
  fields: Readonly<Record<string, string>>,
): InboundEvent {
  // Twilio writes E.164; what has lost its `+` on the way still begins with the country code.
  const writing = { country: FromCountry, isNational: false }
  const who = normaliseSender(From, writing)
  const phone = e164(From, writing)
  const media = Array.from({ length: NumMedia }, (_, index) =>
    remoteFile(fields[`MediaUrl${index}`], fields[`MediaContentType${index}`]),
  )
  const parts: InboundPart[] = [
    ...(Body === '' ? [] : [{ kind: 'text' as const, text: Body, format: 'plain' as const }]),
    ...media,
  ]
  const [first = { kind: 'unsupported' as const, note: 'empty SMS' }, ...others] = parts
  return {
    type: 'message',
    id: mint(MessageSid),
    chat: mint<ExternalChatId>(who),
    at: null,
    isGroup: false,
    origin: 'live',
    sender: { id: mint<ExternalUserId>(who), isSelf: false, verified: true, ...(phone !== undefined && { phone }) },
    parts: [first, ...others],
  }
}

/** The path of a message's file. */
const mediaPath = /^\/2010-04-01\/Accounts\/AC\w+\/Messages\/\w+\/Media\/\w+$/
const byFamily: Readonly<Record<string, RemoteMediaPart['as']>> = { image: 'image', video: 'video', audio: 'audio' }

/**
 * The path alone is kept: the bytes are fetched from the account's own provider, independent of the host in an address.
 */
function remoteFile(address: string | undefined, type: string | undefined): InboundPart {
  const path = address !== undefined && URL.canParse(address) ? new URL(address).pathname : ''
  if (!mediaPath.test(path)) return { kind: 'unsupported', note: 'a file that cannot be fetched' }
  const mime = type?.slice(0, 255)
  return {
    kind: 'remoteMedia',
    as: byFamily[mime?.split('/', 1)[0] ?? ''] ?? 'document',
    ref: path,
    ...(mime && { mime }),
  }
}
