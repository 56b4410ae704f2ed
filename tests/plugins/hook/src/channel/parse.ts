import {
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type WebhookOutcome,
  type WebhookRequest,
} from '@recado/sdk'
import * as z from 'zod'

const at = z.iso.datetime({ offset: true }).transform((value) => new Date(value))
const id = z.string().min(1).max(200)

const MessageEvent = z.object({
  type: z.literal('message'),
  id,
  chat: id,
  text: z.string().min(1).max(4_096),
  at,
  replyTo: id.optional(),
  from: z.object({
    id,
    name: z.string().max(200).optional(),
    phone: z.string().max(40).optional(),
    email: z.string().max(320).optional(),
    aliases: z.array(id).max(20).optional(),
    verified: z.boolean().default(true),
    isSelf: z.boolean().default(false),
  }),
  /** Set in a group; the group's name. */
  group: z.string().max(200).optional(),
  /** Nobody wrote it. */
  automatic: z.literal(true).optional(),
})
const ReceiptEvent = z.object({ type: z.literal('receipt'), id, state: z.enum(['delivered', 'read', 'failed']), at })
const EditEvent = z.object({ type: z.literal('edit'), id, chat: id, text: z.string().min(1).max(4_096), at })
const DeleteEvent = z.object({ type: z.literal('delete'), id, chat: id, at })
const ReactionEvent = z.object({
  type: z.literal('reaction'),
  id,
  chat: id,
  from: z.object({ id }),
  emoji: z.string().max(32).nullable(),
  at,
})
const MovedEvent = z.object({ type: z.literal('chatMoved'), from: id, to: id, at })
const HookEvent = z.discriminatedUnion('type', [
  MessageEvent,
  ReceiptEvent,
  EditEvent,
  DeleteEvent,
  ReactionEvent,
  MovedEvent,
])
const Batch = z.object({ events: z.array(z.unknown()).max(1_000) })

/**
 * A batch as plain events. Never throws: what is no batch is answered with 400, what is no known event is passed over.
 */
export function parse({ rawBody }: Pick<WebhookRequest, 'rawBody'>): WebhookOutcome {
  const batch = Batch.safeParse(readJson(rawBody))
  if (!batch.success) return { events: [], respond: { status: 400 } }
  return { events: batch.data.events.flatMap((given) => HookEvent.safeParse(given).data ?? []).map(toInbound) }
}

function toInbound(event: z.output<typeof HookEvent>): InboundEvent {
  if (event.type === 'receipt') return { type: 'receipt', target: mint(event.id), state: event.state, at: event.at }
  if (event.type === 'chatMoved') return { type: 'chatMoved', from: mint(event.from), to: mint(event.to), at: event.at }
  if (event.type !== 'message')
    return toChange(event, {
      chat: mint<ExternalChatId>(event.chat),
      target: mint<ExternalMessageId>(event.id),
      at: event.at,
    })
  const { from, replyTo, group, automatic } = event
  return {
    type: 'message',
    id: mint(event.id),
    chat: mint(event.chat),
    at: event.at,
    isGroup: group !== undefined,
    origin: 'live',
    ...(group !== undefined && { chatTitle: group }),
    sender: {
      id: mint(from.id),
      isSelf: from.isSelf,
      verified: from.verified,
      ...(from.name !== undefined && { name: from.name }),
      ...(from.phone !== undefined && { phone: from.phone }),
      ...(from.email !== undefined && { email: from.email }),
      ...(from.aliases !== undefined && { aliases: from.aliases.map((alias) => mint<ExternalUserId>(alias)) }),
    },
    parts: [{ kind: 'text', text: event.text, format: 'plain' }],
    ...(replyTo !== undefined && { replyTo: mint(replyTo) }),
    ...(automatic && { automatic }),
  }
}

function toChange(
  event: z.output<typeof EditEvent | typeof DeleteEvent | typeof ReactionEvent>,
  about: { chat: ExternalChatId; target: ExternalMessageId; at: Date },
): InboundEvent {
  switch (event.type) {
    case 'edit':
      return { ...about, type: 'edit', parts: [{ kind: 'text', text: event.text, format: 'plain' }] }
    case 'delete':
      return { ...about, type: 'delete' }
    case 'reaction':
      return { ...about, type: 'reaction', sender: { id: mint(event.from.id), isSelf: false }, emoji: event.emoji }
  }
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
