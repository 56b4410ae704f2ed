import type { ExternalMessageId, Forwarding, InboundEvent, InboundMessage, InboundPart, Sender } from '@recado/sdk'
import type { proto, WAMessage } from 'baileys'
import { partsOf, unwrapped } from './content.ts'
import type { Facts } from './facts.ts'
import { addressesOf, bareJid, chatOf, isGroup, isPerson, isSelf, senderOf, userOf, type Addresses } from './jid.ts'
import { idOf } from './message-id.ts'
import { isNewsletter, isSentToMany, isStatus, isUpdate } from './updates.ts'

/** Where a message comes from: now, from the past, or from another device of the account. */
export type Origin = InboundMessage['origin']

/** What is written beside a message: what it answers, and who is named in it. */
const contextFields = [
  'extendedTextMessage',
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'locationMessage',
  'contactMessage',
  'contactsArrayMessage',
  'buttonsResponseMessage',
  'listResponseMessage',
  'templateButtonReplyMessage',
  'interactiveResponseMessage',
  'pollCreationMessage',
  'pollCreationMessageV3',
] as const

const revoke = 0
const edit = 14
const cipherText = 2

/** Who wrote a message and in which conversation, as far as it says so. */
export interface Place {
  readonly chat: ReturnType<typeof chatOf>
  readonly isGroup: boolean
  readonly author: Addresses
  /** Its name, where nothing else tells one. */
  readonly title?: string
  /** Published to many, who are no part of a conversation. */
  readonly automatic?: true
}

/** As WhatsApp calls what people publish for a day. */
const statusTitle = 'Status'

/** Undefined for what is no message of a person. */
export function placeOf({ key }: WAMessage, facts: Facts): Place | undefined {
  const remote = bareJid(key.remoteJid)
  if (remote === undefined) return undefined
  const own: Addresses = { phone: facts.self.pn, lid: facts.self.lid }
  if (isGroup(remote)) {
    const participant = bareJid(key.participant)
    if (key.fromMe) return { chat: chatOf({ phone: remote }), isGroup: true, author: own }
    if (participant === undefined || !isPerson(participant)) return undefined
    return {
      chat: chatOf({ phone: remote }),
      isGroup: true,
      author: addressesOf(participant, key.participantAlt, facts),
    }
  }
  if (isUpdate(remote) && !facts.readsUpdates) return undefined
  if (isStatus(remote) || isSentToMany(remote)) {
    const participant = bareJid(key.participant)
    if (!key.fromMe && (participant === undefined || !isPerson(participant))) return undefined
    const author = key.fromMe ? own : addressesOf(participant!, key.participantAlt, facts)
    if (isStatus(remote))
      return { chat: chatOf({ phone: remote }), isGroup: true, author, title: statusTitle, automatic: true }
    return key.fromMe ? undefined : { chat: chatOf(author), isGroup: false, author }
  }
  if (isNewsletter(remote)) {
    const author = key.fromMe ? own : { lid: remote }
    return { chat: chatOf({ phone: remote }), isGroup: true, author, automatic: true }
  }
  if (!isPerson(remote)) return undefined
  const person = addressesOf(remote, key.remoteJidAlt, facts)
  return {
    chat: chatOf(person),
    isGroup: false,
    author: key.fromMe ? own : person,
    ...(key.fromMe && otherSide(person, facts)),
  }
}

/** How the other side of what we wrote is called, until they write themselves. */
function otherSide(person: Addresses, facts: Facts): { title?: string } {
  const { name, phone } = senderOf(person, facts)
  const title = name ?? phone
  return title === undefined ? {} : { title }
}

/** The events of a message. Pure and total: none for what is no message of a person. */
export function eventsOfMessage(message: WAMessage, facts: Facts, origin: 'live' | 'history' = 'live'): InboundEvent[] {
  const place = placeOf(message, facts)
  if (!place || !message.key.id) return []
  const at = timeOf(message.messageTimestamp)
  const { inner } = unwrapped(message.message)
  const special = changeOf(inner, place, facts, at)
  if (special) return special
  const status = answeredStatus(inner)
  const parts = isUnreadable(message) ? waiting : [...status.parts, ...partsOf(message.message)]
  const [first, ...others] = parts.slice(0, 32).map((part) => withNames(part, inner, facts))
  if (!first) return []
  const replyTo = repliedTo(inner, place, facts)
  const forwarded = forwardingOf(inner)
  return [
    {
      type: 'message',
      chat: place.chat,
      id: idOf(message.key),
      at,
      sender: authorOf(place, facts, message),
      isGroup: place.isGroup,
      ...titled((place.isGroup ? facts.titleOf(place.chat) : undefined) ?? place.title),
      parts: [first, ...others],
      ...(replyTo !== undefined && { replyTo }),
      ...(status.quote && { quote: status.quote }),
      ...(forwarded && { forwarded }),
      ...(place.automatic && { automatic: place.automatic }),
      origin: origin === 'live' && message.key.fromMe ? 'otherDevice' : origin,
    },
  ]
}

const titled = (title: string | undefined) => (title ? { chatTitle: title.slice(0, 200) } : {})

const authorOf = ({ author }: Place, facts: Facts, { key, pushName }: WAMessage): Sender =>
  key.fromMe && author.phone === undefined && author.lid === undefined
    ? { ...senderOf({ phone: '0@s.whatsapp.net' }, facts), isSelf: true }
    : { ...senderOf(author, facts, key.fromMe ? undefined : pushName), isSelf: key.fromMe === true }

/** Shown until the sender's phone has sent it again; then the content comes under the same id. */
export const waitingNote = 'waiting for this message'
const waiting: readonly InboundPart[] = [{ kind: 'unsupported', note: waitingNote }]

/** A message that could not be decrypted yet. */
export const isUnreadable = ({ messageStubType, message }: WAMessage): boolean =>
  messageStubType === cipherText && partsOf(message).length === 0

/** Edits, messages that were taken back, and reactions. Undefined for an ordinary message. */
function changeOf(inner: proto.IMessage, place: Place, facts: Facts, at: Date | null): InboundEvent[] | undefined {
  const { protocolMessage, reactionMessage } = inner
  if (reactionMessage) {
    const target = targetOf(reactionMessage.key, place, facts, true)
    if (target === undefined) return []
    const sender = senderOf(place.author, facts)
    return [
      { type: 'reaction', chat: place.chat, target, sender, emoji: reactionMessage.text?.slice(0, 64) || null, at },
    ]
  }
  if (!protocolMessage) return undefined
  const target = targetOf(protocolMessage.key, place, facts, false)
  if (target === undefined) return []
  if (protocolMessage.type === revoke) return [{ type: 'delete', chat: place.chat, target, at }]
  if (protocolMessage.type !== edit) return []
  const [first, ...others] = partsOf(protocolMessage.editedMessage).slice(0, 32)
  return first ? [{ type: 'edit', chat: place.chat, target, parts: [first, ...others], at }] : []
}

/**
 * The message that a key in a message names. Baileys turns the key of a reaction into our own point of view (`fromMe`
 * is ours); the key of an edit or a deletion is that of its author, who acts on a message of theirs, or as an
 * administrator of a group on that of a participant.
 */
function targetOf(
  key: proto.IMessageKey | null | undefined,
  { chat, isGroup: inGroup, author }: Place,
  facts: Facts,
  isOurView: boolean,
): ExternalMessageId | undefined {
  if (!key?.id) return undefined
  const fromAuthor = isSelf(author, facts)
  if (!inGroup) return idOf({ id: key.id, fromMe: isOurView ? key.fromMe === true : fromAuthor })
  const participant = bareJid(key.participant)
  const isOthers = participant !== undefined && (isOurView || key.fromMe !== true)
  const by = isOthers ? addressesOf(participant, undefined, facts) : author
  const fromMe = isOurView ? key.fromMe === true : isSelf(by, facts)
  return idOf({ id: key.id, remoteJid: chat, fromMe, participant: by.phone ?? by.lid ?? null })
}

function repliedTo(
  inner: proto.IMessage,
  { chat, isGroup: inGroup }: Place,
  facts: Facts,
): ExternalMessageId | undefined {
  const context = contextOf(inner)
  if (!context?.stanzaId) return undefined
  const participant = bareJid(context.participant)
  const by = participant === undefined ? {} : addressesOf(participant, undefined, facts)
  const fromMe = isSelf(by, facts)
  return inGroup
    ? idOf({ id: context.stanzaId, remoteJid: chat, fromMe, participant: by.phone ?? by.lid ?? null })
    : idOf({ id: context.stanzaId, fromMe })
}

/**
 * The status that a message answers, with its words and its file: it is in no conversation here, and gone after a day.
 */
function answeredStatus(inner: proto.IMessage): { readonly parts: readonly InboundPart[]; readonly quote?: string } {
  const { remoteJid, quotedMessage } = contextOf(inner) ?? {}
  if (!isStatus(remoteJid ?? '')) return { parts: [] }
  const [first] = partsOf(quotedMessage)
  if (first?.kind === 'text') return { parts: [], quote: first.text }
  if (first?.kind !== 'remoteMedia') return { parts: [] }
  const { caption, ...file } = first
  return { parts: [file], ...(caption !== undefined && { quote: caption }) }
}

/** WhatsApp counts how often a message was passed on, and says "many times" from five on. */
const manyTimes = 5

function forwardingOf(inner: proto.IMessage): Forwarding | undefined {
  const { isForwarded, forwardingScore } = contextOf(inner) ?? {}
  if ((forwardingScore ?? 0) >= manyTimes) return 'often'
  return isForwarded ? 'once' : undefined
}

const contextOf = (inner: proto.IMessage): proto.IContextInfo | null | undefined =>
  contextFields.map((field) => inner[field]?.contextInfo).find((context) => context)

/** People who are named in a text are written by number; a reader knows them by name. */
function withNames(part: InboundPart, inner: proto.IMessage, facts: Facts): InboundPart {
  const mentioned = contextOf(inner)?.mentionedJid ?? []
  if (part.kind !== 'text' || mentioned.length === 0) return part
  let { text } = part
  for (const jid of mentioned.slice(0, 100)) {
    const bare = bareJid(jid)
    const name = bare === undefined ? undefined : (facts.nameOf(bare) ?? facts.nameOf(facts.phoneOf(bare) ?? ''))
    if (bare !== undefined && name) text = text.replaceAll(`@${userOf(bare)}`, `@${name}`)
  }
  return { ...part, text: text.slice(0, 65_536) }
}

/**
 * WhatsApp counts whole seconds, as a number or as one of 64 bits. The end of one is meant, or what was asked and
 * answered within it would change places.
 */
export function timeOf(seconds: WAMessage['messageTimestamp']): Date | null {
  const count = Number(typeof seconds === 'object' && seconds !== null ? seconds.toString() : (seconds ?? 0))
  return Number.isSafeInteger(count) && count > 0 && count < 10 ** 11 ? new Date(count * 1_000 + 999) : null
}
