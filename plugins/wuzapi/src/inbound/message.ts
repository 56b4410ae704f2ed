import { mint, type ExternalChatId, type ExternalMessageId, type InboundEvent, type WebhookOutcome } from '@recado/sdk'
import * as z from 'zod'
import { bareJid, chatWith, isGroup, personOf, senderOf, type Person } from './addresses.ts'
import { ownAuthor, rememberedAuthor } from './author.ts'
import { partsOf, unwrapped } from './content.ts'
import { count, flag, instant, jid, oneOf, words } from './fields.ts'

const Fields = z.record(z.string(), z.unknown())
const Id = z.string().min(1).max(200)

/** Where an event comes from, as whatsmeow writes it beside messages, receipts and signs of typing. */
export const Source = z.object({
  chat: jid,
  sender: jid,
  isfromme: flag,
  isgroup: flag,
  senderalt: jid,
  recipientalt: jid,
})
type Source = z.output<typeof Source>

const Message = z.object({
  info: Source.extend({ id: Id, pushname: words, timestamp: instant }),
  message: Fields,
})
type Message = z.output<typeof Message>

/** A conversation and who speaks in it; undefined for stories, channels, and what is addressed to nobody. */
export interface Place {
  readonly chat: ExternalChatId
  readonly isGroup: boolean
  readonly author: Person
}

/** @returns undefined for what is no conversation of people */
export function placeOf({ chat, sender, isfromme, senderalt, recipientalt }: Source): Place | undefined {
  const where = bareJid(chat)
  const author = personOf(sender, senderalt)
  if (where === undefined) return undefined
  if (isGroup(where)) return author && { chat: mint<ExternalChatId>(where), isGroup: true, author }
  if (isfromme) {
    const other = personOf(where, recipientalt)
    return other && { chat: chatWith(other), isGroup: false, author: author ?? { id: ownAuthor } }
  }
  // A broadcast list is read as what it is for its receiver: a message of its sender. Stories are nobody's message.
  if (!author || where === 'status@broadcast' || where.endsWith('@newsletter')) return undefined
  return { chat: chatWith(author), isGroup: false, author }
}

type Read = Pick<WebhookOutcome, 'events' | 'remember'>
const nothing: Read = { events: [] }

/** The events of a message. Pure and total. */
export function readMessage(event: unknown, config: { readonly groups: boolean }): Read {
  const message = Message.safeParse(event).data
  const place = message && placeOf(message.info)
  if (!message || !place || (place.isGroup && !config.groups)) return nothing
  const inner = unwrapped(message.message)
  const change = changeOf(inner, place, message)
  if (change) return { events: change }
  const [first, ...others] = partsOf(inner).slice(0, 32)
  if (!first) return nothing
  const { id, isfromme, pushname, timestamp } = message.info
  const { stanzaid, isforwarded, forwardingscore = 0 } = contextOf(inner) ?? {}
  const forwarded = forwardingscore >= manyTimes ? 'often' : isforwarded ? 'once' : undefined
  return {
    events: [
      {
        type: 'message',
        chat: place.chat,
        id: mint<ExternalMessageId>(id),
        at: timestamp,
        sender: senderOf(place.author, isfromme, isfromme ? undefined : pushname),
        isGroup: place.isGroup,
        ...(isfromme && titleOf(place)),
        parts: [first, ...others],
        ...(stanzaid !== undefined && { replyTo: mint<ExternalMessageId>(stanzaid) }),
        ...(forwarded && { forwarded }),
        origin: isfromme ? 'otherDevice' : 'live',
      },
    ],
    ...authorOf(message, place),
  }
}

/** How the other side of what we wrote is called, until they write themselves. */
function titleOf({ chat, isGroup: inGroup }: Place): { chatTitle?: string } {
  const number = inGroup ? undefined : /^(\d+)@s\.whatsapp\.net$/.exec(chat)?.[1]
  return number === undefined ? {} : { chatTitle: `+${number}` }
}

/** In a chat of two the author follows from who wrote; a reply to a message of a group has to name them. */
function authorOf({ info }: Message, { isGroup: inGroup }: Place): Pick<Read, 'remember'> {
  if (info.isfromme) return { remember: [rememberedAuthor(info.id, ownAuthor)] }
  const author = inGroup ? bareJid(info.sender) : undefined
  return author === undefined ? {} : { remember: [rememberedAuthor(info.id, author)] }
}

const revoke = 0
const edit = 14
const Key = z.object({ id: Id })
const Protocol = z.object({
  key: Key,
  type: oneOf({ REVOKE: revoke, MESSAGE_EDIT: edit }),
  editedmessage: Fields.optional().catch(undefined),
})
const Reaction = z.object({ key: Key, text: words })

/** Edits, messages that were taken back, and reactions. Undefined for an ordinary message. */
function changeOf(
  inner: Readonly<Record<string, unknown>>,
  { chat, author }: Place,
  { info }: Message,
): InboundEvent[] | undefined {
  const at = info.timestamp
  const reaction = Reaction.safeParse(inner['reactionmessage']).data
  if (reaction) {
    const sender = senderOf(author, info.isfromme, info.isfromme ? undefined : info.pushname)
    const target = mint<ExternalMessageId>(reaction.key.id)
    return [{ type: 'reaction', chat, target, sender, emoji: reaction.text?.slice(0, 64) || null, at }]
  }
  const protocol = Protocol.safeParse(inner['protocolmessage']).data
  if (!protocol) return undefined
  const target = mint<ExternalMessageId>(protocol.key.id)
  if (protocol.type === revoke) return [{ type: 'delete', chat, target, at }]
  if (protocol.type !== edit) return []
  const [first, ...others] = partsOf(unwrapped(protocol.editedmessage ?? {})).slice(0, 32)
  return first ? [{ type: 'edit', chat, target, parts: [first, ...others], at }] : []
}

const Context = z.object({
  contextinfo: z.object({ stanzaid: Id.optional().catch(undefined), isforwarded: flag, forwardingscore: count }),
})
/** WhatsApp counts how often a message was passed on, and says "many times" from five on. */
const manyTimes = 5

/**
 * What is written beside the content, by whichever kind: the message that is answered, and whether it was passed on.
 */
const contextOf = (inner: Readonly<Record<string, unknown>>): z.output<typeof Context>['contextinfo'] | undefined =>
  Object.values(inner)
    .map((content) => Context.safeParse(content).data?.contextinfo)
    .find((context) => context)
