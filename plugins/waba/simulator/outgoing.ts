import type { Customer, Said } from './customer.ts'
import type { Line } from './line.ts'
import { badParameter, Refused } from './refused.ts'
import { readTemplateMessage } from './templates.ts'

type Json = Readonly<Record<string, unknown>>

const windowMs = 24 * 3_600_000
/** Per second and number, and one every six seconds per person with 45 borrowed ahead. */
const throughput = 80
const pair = { everyMs: 6_000, burst: 45 }

const length = (text: unknown): number => [...String(text ?? '')].length
function limited(text: unknown, limit: number, what: string): void {
  if (typeof text !== 'string' || text === '') throw badParameter(`${what} is required`)
  if (length(text) > limit)
    throw new Refused(400, 131009, 'Parameter value is not valid', {
      details: `${what} must be at most ${limit} characters long`,
    })
}
const object = (value: unknown, what: string): Json => {
  if (typeof value !== 'object' || value === null)
    throw new Refused(400, 131008, 'Required parameter is missing', { details: `${what} is missing` })
  return value as Json
}

/** What is documented of each type. */
const rules: Readonly<Record<string, (content: Json, line: Line, message: Json) => void>> = {
  text: ({ body }) => limited(body, 4_096, 'text.body'),
  image: media,
  video: media,
  audio: media,
  document: media,
  sticker: media,
  location: ({ latitude, longitude }) => {
    if (typeof latitude !== 'number' || typeof longitude !== 'number')
      throw badParameter('latitude and longitude are required')
  },
  contacts: (content) => {
    for (const contact of content as unknown as Json[])
      limited(object(contact['name'], 'name')['formatted_name'], 1_000, 'formatted_name')
  },
  reaction: ({ message_id: id }, line) => {
    if (!line.said.some((said) => said.id === id)) throw badParameter('the message to react to is unknown')
  },
  interactive,
  template: (content, line) => void templateText(line, content),
}

function media({ id, link, caption }: Json, line: Line): void {
  if (link === undefined && !line.media.has(String(id)))
    throw new Refused(400, 131053, 'Media upload error', { details: `media ${String(id)} is not known` })
  if (caption !== undefined) limited(caption, 1_024, 'caption')
}

function interactive(content: Json): void {
  limited(object(content['body'], 'body')['text'], 1_024, 'body.text')
  const action = object(content['action'], 'action')
  if (content['type'] === 'button') {
    const buttons = (action['buttons'] as { reply: Json }[] | undefined) ?? []
    if (buttons.length < 1 || buttons.length > 3) throw badParameter('1 to 3 buttons')
    for (const { reply } of buttons) {
      limited(reply['title'], 20, 'title')
      limited(reply['id'], 256, 'id')
    }
  } else if (content['type'] === 'list') {
    limited(action['button'], 20, 'action.button')
    const rows = ((action['sections'] as { rows: Json[] }[] | undefined) ?? []).flatMap((section) => section.rows)
    if (rows.length < 1 || rows.length > 10) throw badParameter('1 to 10 rows')
    for (const row of rows) {
      limited(row['title'], 24, 'title')
      limited(row['id'], 200, 'id')
      if (row['description'] !== undefined) limited(row['description'], 72, 'description')
    }
  } else throw badParameter('interactive.type')
}

/** What the customer reads of a template. */
export function templateText(
  { account }: Line,
  template: Json,
): { readonly text: string; readonly buttons: readonly string[] } {
  const read = readTemplateMessage(account.templates, account.id, template)
  if ('code' in read)
    throw new Refused(read.code === 132_001 ? 404 : 400, read.code, 'Template message refused', {
      details: read.details,
    })
  return read
}

/**
 * Takes a message of the business, or says why not. Whom it cannot reach shows as a status, as with WhatsApp itself.
 */
export function accept(line: Line, message: Json): object {
  if (message['messaging_product'] !== 'whatsapp') throw badParameter('messaging_product must be whatsapp')
  if (message['status'] === 'read') return markRead(line, message)
  const recipient = String(message['to'] ?? message['recipient'] ?? '')
  if (recipient === '') throw new Refused(400, 131008, 'Required parameter is missing', { details: 'to is missing' })
  const type = String(message['type'] ?? '')
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined
  if (!rule) throw badParameter(`type ${type} is not supported`)
  rule(object(message[type], type), line, message)
  const now = line.account.clock.now().getTime()
  const customer = line.findCustomer(recipient)
  const isOpen = type === 'template' || (customer?.lastSaidAt !== undefined && now - customer.lastSaidAt < windowMs)
  const closed = new Refused(400, 131047, 'Re-engagement message', {
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  })
  if (customer && !isOpen && line.closedWindowShows === 'answer') throw closed
  if (type === 'reaction') return react(line, message, recipient)
  pace(line, recipient, now)
  const id = line.newMessageId()
  const undelivered =
    !customer || customer.isBlocked
      ? new Refused(400, 131026, 'Message undeliverable', { details: 'Message Undeliverable.' })
      : isOpen
        ? undefined
        : closed
  if (customer)
    follow(
      line,
      {
        id,
        customer,
        fromCustomer: false,
        message,
        key: message['biz_opaque_callback_data'] as string | undefined,
        status: 'accepted',
        reactions: {},
      },
      undelivered,
    )
  else
    line.push({
      statuses: [
        {
          id,
          status: 'failed',
          timestamp: String(line.account.clock.seconds()),
          recipient_id: recipient,
          errors: [undelivered!.asStatusError],
        },
      ],
    })
  return answer(recipient, customer, id)
}

function follow(line: Line, said: Said, undelivered: Refused | undefined): void {
  line.said.push(said)
  // After the answer, as with WhatsApp: nobody knows the message before.
  setTimeout(() => {
    if (undelivered) line.report(said, 'failed', [undelivered.asStatusError])
    else for (const status of line.reports) line.report(said, status)
  }, 5)
}

const answer = (recipient: string, customer: Customer | undefined, id: string): object => ({
  messaging_product: 'whatsapp',
  contacts: [
    {
      input: recipient,
      ...(customer?.isPhoneKnown !== false && { wa_id: customer?.phone ?? recipient }),
      ...(customer?.bsuid !== undefined && { user_id: customer.bsuid }),
    },
  ],
  messages: [{ id, message_status: 'accepted' }],
})

function react(line: Line, message: Json, recipient: string): object {
  const { message_id: id, emoji } = message['reaction'] as { message_id: string; emoji?: string }
  const said = line.said.find((each) => each.id === id)!
  if (emoji) said.reactions['business'] = emoji
  else delete said.reactions['business']
  return answer(recipient, said.customer, line.newMessageId())
}

function markRead(line: Line, message: Json): object {
  const said = line.said.find(({ id }) => id === message['message_id'])
  if (!said) throw badParameter('message_id is not known')
  for (const each of said.customer.thread) if (each.fromCustomer) each.isRead = true
  if (message['typing_indicator'] !== undefined) line.typingShownFor.push(said.id)
  return { success: true }
}

const taken = new WeakMap<Line, { moments: number[]; pairs: Map<string, number> }>()

function pace(line: Line, recipient: string, now: number): void {
  const counted = taken.get(line) ?? { moments: [], pairs: new Map<string, number>() }
  taken.set(line, counted)
  counted.moments = counted.moments.filter((at) => at > now - 1_000)
  if (counted.moments.length >= throughput)
    throw new Refused(400, 130429, 'Rate limit hit', { details: 'Cloud API message throughput has been reached.' })
  const due = Math.max(counted.pairs.get(recipient) ?? 0, now)
  if (due - now > pair.everyMs * (pair.burst - 1))
    throw new Refused(400, 131056, '(Business Account, Consumer Account) pair rate limit hit', {
      details:
        'Too many messages sent from the sender phone number to the same recipient phone number in a short ' +
        'period of time.',
    })
  counted.pairs.set(recipient, due + pair.everyMs)
  counted.moments.push(now)
}
