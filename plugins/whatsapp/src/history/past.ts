import type { BackfillQuery, ChannelContact, InboundMessage, InboundVote } from '@recado/sdk'
import type { proto, WAMessage } from 'baileys'
import type { Facts } from '../inbound/facts.ts'
import { addressesOf, bareJid, isGroup, isPerson, isSelf, senderOf } from '../inbound/jid.ts'
import { eventsOfMessage, timeOf } from '../inbound/message.ts'
import type { KeptPoll } from '../polls/kept-polls.ts'
import { keptOf, openedVote, toldVotes } from '../polls/votes.ts'

/** Ids and numbers of the same people, as a piece of the past pairs them. */
export function pairsIn(history: proto.IHistorySync): { lid: string; pn: string }[] {
  const told = (history.phoneNumberToLidMappings ?? []).map(({ lidJid, pnJid }) => [lidJid, pnJid])
  const chats = (history.conversations ?? []).flatMap(({ id, lidJid, pnJid }) => [
    [lidJid, id],
    [id, pnJid],
  ])
  return [...told, ...chats].flatMap(([one, other]) => {
    const [lid, pn] = [bareJid(one), bareJid(other)]
    return lid?.endsWith('@lid') && pn?.endsWith('@s.whatsapp.net') ? [{ lid, pn }] : []
  })
}

/** Addresses of everybody in a piece of the past. */
export const addressesIn = (history: proto.IHistorySync): string[] => [
  ...(history.pushnames ?? []).flatMap(({ id }) => (id ? [id] : [])),
  ...(history.conversations ?? []).flatMap(({ id, messages }) => [
    ...(id ? [id] : []),
    ...(messages ?? []).flatMap(({ message }) => {
      const author = message?.key?.participant ?? message?.participant
      return author ? [author] : []
    }),
  ]),
]

const inRange =
  ({ since, until }: Pick<BackfillQuery, 'since' | 'until'>) =>
  ({ messageTimestamp }: WAMessage): boolean => {
    const at = timeOf(messageTimestamp)
    return at !== null && at >= since && at <= until
  }

/**
 * Votes that a piece of the past tells in the conversations and the time that were asked for: beside their polls, or as
 * they came, in one of these polls. Pure.
 */
export function votesOf(
  history: proto.IHistorySync,
  { since, until, groups }: Pick<BackfillQuery, 'since' | 'until' | 'groups'>,
  facts: Facts,
  polls: ReadonlyMap<string, KeptPoll>,
): InboundVote[] {
  return webMessagesIn(history)
    .filter(inRange({ since, until }))
    .filter(({ key }) => groups || !isGroup(bareJid(key.remoteJid) ?? ''))
    .flatMap((message) => {
      const poll = polls.get(message.message?.pollUpdateMessage?.pollCreationMessageKey?.id ?? '')
      const sealed = poll && openedVote(message, poll, facts)
      return [...toldVotes(message, facts), ...(sealed ? [sealed] : [])]
    })
}

/** Ids of the polls in which votes of a piece of the past were given, each once. */
export const votedPolls = (history: proto.IHistorySync): string[] => [
  ...new Set(
    webMessagesIn(history).flatMap(({ message }) => message?.pollUpdateMessage?.pollCreationMessageKey?.id ?? []),
  ),
]

/** Messages of a piece of the past that were asked for, oldest first. Pure and total. */
export function messagesOf(
  history: proto.IHistorySync,
  { since, until, groups }: Pick<BackfillQuery, 'since' | 'until' | 'groups'>,
  facts: Facts,
): InboundMessage[] {
  return webMessagesIn(history)
    .filter(inRange({ since, until }))
    .flatMap((message) => eventsOfMessage(message, facts, 'history'))
    .flatMap((event) => (event.type === 'message' && (groups || !event.isGroup) ? [event] : []))
    .toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
}

/** What opens votes that are still to come, of polls in a piece of the past, by WhatsApp's id. */
export const pollsOf = (history: proto.IHistorySync, facts: Facts): ReadonlyMap<string, KeptPoll> =>
  new Map(
    webMessagesIn(history).flatMap((message) => {
      const kept = keptOf(message, facts)
      return kept ? [kept] : []
    }),
  )

const webMessagesIn = (history: proto.IHistorySync): WAMessage[] =>
  (history.conversations ?? []).flatMap(({ id, messages }) =>
    (messages ?? []).flatMap(({ message }) => (message?.message ? [withKey(message, id)] : [])),
  )

/** In the past the author of a message in a group is written beside its key. */
const withKey = (message: proto.IWebMessageInfo, chat: string | null | undefined): WAMessage => {
  const participant = message.key?.participant ?? message.participant
  return {
    ...message,
    key: { ...message.key, remoteJid: message.key?.remoteJid ?? chat ?? null, ...(participant && { participant }) },
  }
}

/** The people of a piece of the past, each once: those of its conversations and those whose name it tells. */
export function contactsOf(history: proto.IHistorySync, facts: Facts): ChannelContact[] {
  const named = new Map((history.pushnames ?? []).map(({ id, pushname }) => [bareJid(id), pushname] as const))
  const jids = [...(history.conversations ?? []), ...(history.pushnames ?? [])].flatMap(({ id }) => {
    const jid = bareJid(id)
    return jid !== undefined && isPerson(jid) ? [jid] : []
  })
  const people = jids.flatMap((jid): [string, ChannelContact][] => {
    const addresses = addressesOf(jid, undefined, facts)
    if (isSelf(addresses, facts)) return []
    const { isSelf: _, ...contact } = senderOf(addresses, facts, facts.nameOf(jid) ?? named.get(jid) ?? null)
    return [[contact.id, contact]]
  })
  return [...new Map(people).values()]
}
