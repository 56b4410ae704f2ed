import { createHash } from 'node:crypto'
import { proto } from 'baileys'
import type { Account, OlderQuestion } from './account.ts'
import type { Group } from './group.ts'
import type { Person } from './person.ts'
import { newId, seconds } from './stanzas.ts'

/** Something that was said before the client was linked. */
export interface PastMessage {
  readonly id?: string
  readonly with: Person
  readonly group?: Group
  readonly at: Date
  /** Whether the account wrote it; the person did otherwise. */
  readonly own?: boolean
  readonly content: proto.IMessage
  /** Votes in this poll, opened by the phone: whose, and for which options. */
  readonly votes?: readonly { readonly by: Person | 'account'; readonly options: readonly string[] }[]
}

/**
 * The past of an account as its phone hands it over: who is who, then the messages in pieces of this size, the newest
 * first.
 */
export function pastOf(account: Account, said: readonly PastMessage[], perPiece = 500): proto.IHistorySync[] {
  const { INITIAL_BOOTSTRAP, PUSH_NAME, FULL } = proto.HistorySync.HistorySyncType
  const people = [...new Set(said.map((message) => message.with))]
  const newestFirst = said.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const pieces = Array.from({ length: Math.ceil(said.length / perPiece) }, (_, index) =>
    newestFirst.slice(index * perPiece, (index + 1) * perPiece),
  )
  return [
    {
      syncType: INITIAL_BOOTSTRAP,
      phoneNumberToLidMappings: people.map(({ jid, lidJid }) => ({ pnJid: jid, lidJid })),
    },
    { syncType: PUSH_NAME, pushnames: people.map(({ jid, name }) => ({ id: jid, pushname: name })) },
    ...pieces.map((piece) => ({ syncType: FULL, conversations: conversationsOf(account, piece) })),
  ]
}

/** A phone that has these messages, and answers questions for older ones with the newest of them. */
export const phoneWith =
  (account: Account, onPhone: readonly PastMessage[]) =>
  ({ chat, before, count }: OlderQuestion): proto.IHistorySync => {
    const said = onPhone
      .filter(({ group, with: person }) => (group ? [group.id] : [person.jid, person.lidJid]).includes(chat))
      .filter(({ at }) => at.getTime() < before)
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, count)
    return { syncType: proto.HistorySync.HistorySyncType.ON_DEMAND, conversations: conversationsOf(account, said) }
  }

function conversationsOf(account: Account, piece: readonly PastMessage[]): proto.IConversation[] {
  const chats = Map.groupBy(piece, ({ group, with: person }) => group?.id ?? person.jid)
  return [...chats].map(([id, messages]) => ({
    id,
    name: messages[0]!.group?.subject ?? messages[0]!.with.name,
    messages: messages.map((message) => ({ message: webMessage(account, id, message) })),
  }))
}

const webMessage = (
  account: Account,
  remoteJid: string,
  { id = newId(), with: person, group, at, own = false, content, votes = [] }: PastMessage,
): proto.IWebMessageInfo => ({
  key: { remoteJid, id, fromMe: own },
  messageTimestamp: Number(seconds(at)),
  message: content,
  ...(group && { participant: own ? account.jid : person.jid }),
  ...(!own && { pushName: person.name }),
  pollUpdates: votes.map(({ by, options }) => ({
    pollUpdateMessageKey: {
      remoteJid,
      id: newId(),
      fromMe: by === 'account',
      ...(group && { participant: by === 'account' ? account.jid : by.jid }),
    },
    vote: { selectedOptions: options.map((option) => createHash('sha256').update(option).digest()) },
    senderTimestampMs: at.getTime() + 60_000,
  })),
})

const hourMs = 3_600_000
const sampleSize = 1_000

/** A long talk with one person, for the page: a message an hour until now. */
export function samplePast(account: Account, person: Person, group: Group | undefined): proto.IHistorySync[] {
  const now = Date.now()
  return pastOf(
    account,
    Array.from({ length: sampleSize }, (_, index) => ({
      with: person,
      ...(group && { group }),
      at: new Date(now - (sampleSize - index) * hourMs),
      own: index % 3 === 2,
      content: { conversation: `histórico ${index + 1}` },
    })),
  )
}
