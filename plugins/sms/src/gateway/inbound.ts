import { createHash } from 'node:crypto'
import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type ReceiptState,
  type WebhookOutcome,
  type WebhookRequest,
} from '@recado/sdk'
import { e164, normaliseSender, type Writing } from '../phone/number.ts'
import { readForm, written } from '../text/form.ts'
import type { GatewayConfig } from './config.ts'
import { eventOfQuery, isGet, namesIn } from './query.ts'
import { textAt } from './template.ts'

/**
 * The names and paths under which gateways hand in what a message or receipt consists of; the first that is there
 * counts.
 */
const usualNames = {
  id: ['messageId', 'message_id', 'messageid', 'message_uuid', 'message.id', 'id', 'Id', 'uuid', 'sid'],
  from: [
    'from',
    'message.from',
    'sender',
    'Sender',
    'msisdn',
    'source',
    'originator',
    'mobile',
    'phone',
    'number',
    'numero',
    'celular',
    'telefone',
  ],
  text: ['text', 'message.contents.0.text', 'message', 'body', 'content', 'Content', 'msg', 'mensagem'],
  status: ['status', 'status.groupName', 'messageStatus.code', 'state', 'dlr', 'deliveryStatus', 'delivery_status'],
  at: ['at', 'timestamp', 'receivedAt', 'received_at', 'date', 'time'],
  country: ['country', 'fromCountry', 'from_country', 'countryCode', 'country_code'],
  error: ['error', 'errorCode', 'error_code', 'reason'],
} as const
type Field = keyof typeof usualNames
/** Names of lists in a delivery with several events. */
const listNames = ['messages', 'events', 'results', 'items']
const maxEvents = 1_000
const maxTextLength = 65_536

const usualStates: Readonly<Record<string, ReceiptState>> = {
  accepted: 'accepted',
  queued: 'accepted',
  pending: 'accepted',
  buffered: 'accepted',
  scheduled: 'accepted',
  sent: 'sent',
  submitted: 'sent',
  enroute: 'sent',
  acceptd: 'sent',
  delivered: 'delivered',
  delivrd: 'delivered',
  received: 'delivered',
  entregue: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  undeliv: 'failed',
  undeliverable: 'failed',
  not_delivered: 'failed',
  rejected: 'failed',
  rejectd: 'failed',
  expired: 'failed',
  deleted: 'failed',
  error: 'failed',
}
const namedStates: readonly ReceiptState[] = ['accepted', 'sent', 'delivered', 'read', 'failed']

type ParsedBy = Pick<GatewayConfig, 'signatureHeader' | 'answer' | 'numberFormat' | 'country'>

/**
 * Events of a gateway's delivery: one JSON object, a list of them, a form, or the parameters of a GET. Other names and
 * states than the usual ones are in the address of the webhook: `?text=sms.body&delivered=1,2`, with GET with `name.`
 * before each. A delivery without events is answered with 400, any other with the answer from the settings.
 */
export function parse(
  request: Pick<WebhookRequest, 'method' | 'rawBody' | 'url'>,
  { signatureHeader, answer, numberFormat, country }: ParsedBy,
): WebhookOutcome {
  const items = isGet(request) ? [eventOfQuery(request.url, signatureHeader)] : itemsOf(readBody(request.rawBody))
  if (items.length === 0 || items.length > maxEvents) return { events: [], respond: { status: 400 } }
  const names = namesIn(request)
  const read = items.map((item) => eventOf(item, names, { country, isNational: numberFormat === 'national' }))
  const events = read.flatMap((event) => (typeof event === 'string' ? [] : [event]))
  if (read.every((event) => event === 'notUnderstood')) return { events, respond: { status: 400 } }
  return {
    events,
    ...(answer !== undefined && {
      respond: { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: answer },
    }),
  }
}

/** A state that nobody told us about is no mistake of the gateway: it is skipped. */
function eventOf(item: unknown, names: URLSearchParams, usual: Writing): InboundEvent | 'notUnderstood' | 'passedOver' {
  const field = (name: Field): string | undefined =>
    [...names.getAll(name), ...usualNames[name]].map((path) => textAt(item, path)).find((value) => value !== undefined)
  const [id, from, text, status] = [field('id'), field('from'), field('text'), field('status')]
  const at = timeOf(field('at'))
  if (
    id !== undefined &&
    status !== undefined &&
    (text === undefined || stateOf(status, names) !== undefined) &&
    !isArrival(status, text)
  ) {
    const state = stateOf(status, names)
    const code = field('error')?.slice(0, 100)
    return state === undefined
      ? 'passedOver'
      : {
          type: 'receipt',
          target: mint<ExternalMessageId>(id.slice(0, 200)),
          state,
          at,
          ...(state === 'failed' && {
            error: { kind: 'provider', code: code ?? status.slice(0, 100), message: 'not delivered', certain: true },
          }),
        }
  }
  if (from === undefined || text === undefined || (id === undefined && field('at') === undefined))
    return 'notUnderstood'
  const said = field('country')
  const writing = said !== undefined && /^[a-z]{2}$/i.test(said) ? { ...usual, country: said } : usual
  const who = normaliseSender(from, writing).slice(0, 200)
  const phone = e164(from, writing)
  return who === ''
    ? 'notUnderstood'
    : {
        type: 'message',
        id: mint<ExternalMessageId>(id?.slice(0, 200) ?? digestOf([who, field('at')!, text])),
        chat: mint<ExternalChatId>(who),
        at,
        isGroup: false,
        origin: 'live',
        sender: { id: mint<ExternalUserId>(who), isSelf: false, verified: true, ...(phone !== undefined && { phone }) },
        parts: [{ kind: 'text', text: text.slice(0, maxTextLength), format: 'plain' }],
      }
}

/** "Received" is said of a receipt, and also of a message that comes with its text. */
const isArrival = (status: string, text: string | undefined): boolean =>
  text !== undefined && status.toLowerCase() === 'received'

function stateOf(status: string, names: URLSearchParams): ReceiptState | undefined {
  const said = status.toLowerCase()
  const told = namedStates.find((state) =>
    names.getAll(state).some((list) => list.toLowerCase().split(',').includes(said)),
  )
  return told ?? (Object.hasOwn(usualStates, said) ? usualStates[said] : undefined)
}

/** Seconds or milliseconds since 1970, or ISO 8601; null for anything else, and then it is the moment of arrival. */
function timeOf(written: string | undefined): Date | null {
  if (written === undefined) return null
  const number = /^\d{9,14}$/.test(written) ? Number(written) : undefined
  const time = new Date(
    number === undefined
      ? /^\d{4}-\d{2}-\d{2}T/.test(written)
        ? written
        : Number.NaN
      : number < 1e11
        ? number * 1_000
        : number,
  )
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9_999 || time.getUTCFullYear() < 1_970 ? null : time
}

const digestOf = (facts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')

function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null) return []
  const list = listNames.map((name) => (body as Record<string, unknown>)[name]).find(Array.isArray)
  return list ?? [body]
}

function readBody(bytes: Uint8Array): unknown {
  const text = written(bytes).trim()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text.includes('=') ? readForm(text) : undefined
  }
}
