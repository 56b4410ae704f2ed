import type { ExternalMessageId, InboundMessage, InboundVote } from '@recado/sdk'
import { decryptPollVote, type proto, type WAMessage } from 'baileys'
import type { Facts } from '../inbound/facts.ts'
import { addressesOf, bareJid, chatOf, isGroup, senderOf, type Addresses } from '../inbound/jid.ts'
import { placeOf, timeOf, type Place } from '../inbound/message.ts'
import { unwrapped } from '../inbound/content.ts'
import { idOf } from '../inbound/message-id.ts'
import type { KeptPoll } from './kept-polls.ts'
import { hashOf, optionsOf, pollIn } from './poll.ts'
import { voteIn } from './sealed-vote.ts'

const secretBytes = 32
/** More than the members of any group. */
const mostVotes = 2_000

/**
 * What has to be kept of a poll before its votes come, by WhatsApp's id of it. Undefined for a message without a poll
 * that can be read.
 */
export function keptOf(message: WAMessage, facts: Facts): readonly [id: string, poll: KeptPoll] | undefined {
  const { inner } = unwrapped(message.message)
  const poll = pollIn(inner)
  const secret = secretOf(message, inner)
  const place = placeOf(message, facts)
  if (!poll || !secret || !place || !message.key.id) return undefined
  const { id } = message.key
  return [
    id,
    {
      secret: Buffer.from(secret).toString('base64'),
      target: idOf(message.key),
      chat: place.chat,
      authors: spellings(place.author),
      options: optionsOf(poll).map(hashOf),
    },
  ]
}

/** It lies beside the content, in whichever envelope, or beside the message in the past. */
function secretOf(message: proto.IWebMessageInfo, inner: proto.IMessage): Uint8Array | undefined {
  const found = [
    inner.messageContextInfo?.messageSecret,
    message.message?.messageContextInfo?.messageSecret,
    message.messageSecret,
  ]
  return found.find((secret) => secret?.length === secretBytes) ?? undefined
}

const spellings = ({ phone, lid }: Addresses): string[] => [phone, lid].flatMap((jid) => jid ?? [])

/**
 * The vote as core takes it. Undefined where it cannot be opened with the secret of the poll for who sent it, or the
 * poll is of another conversation. Pure.
 */
export function openedVote(message: WAMessage, poll: KeptPoll, facts: Facts): InboundVote | undefined {
  const place = placeOf(message, facts)
  const vote = voteIn(message)
  if (!place || !vote || !isOf(poll, place, facts)) return undefined
  const hashes = openedHashes(vote, poll, spellings(place.author))
  if (!hashes) return undefined
  return {
    type: 'vote',
    chat: place.chat,
    target: poll.target as ExternalMessageId,
    sender: senderOf(place.author, facts, message.key.fromMe ? undefined : message.pushName),
    options: placesOf(hashes, poll.options),
    at: timeOf(message.messageTimestamp),
  }
}

/** The votes that a phone tells beside a poll of its past, opened by it. Pure. */
export function toldVotes(message: WAMessage, facts: Facts): InboundVote[] {
  const poll = pollIn(unwrapped(message.message).inner)
  const place = placeOf(message, facts)
  if (!poll || !place || !message.key.id) return []
  const options = optionsOf(poll).map(hashOf)
  return (message.pollUpdates ?? [])
    .slice(0, mostVotes)
    .flatMap(({ pollUpdateMessageKey, vote, senderTimestampMs }) => {
      const key = { ...pollUpdateMessageKey, remoteJid: message.key.remoteJid ?? null }
      const voter = placeOf({ key } as WAMessage, facts)
      if (!voter) return []
      return {
        type: 'vote' as const,
        chat: place.chat,
        target: idOf(message.key),
        sender: senderOf(voter.author, facts),
        options: placesOf(
          (vote?.selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('base64')),
          options,
        ),
        at: timeOf(Math.floor(Number(senderTimestampMs ?? 0) / 1_000)),
      }
    })
}

/** Where voted options stand in their poll; what is no option of it is passed over. */
const placesOf = (hashes: readonly string[], options: readonly string[]): number[] =>
  hashes.flatMap((hash) => {
    const option = options.indexOf(hash)
    return option === -1 ? [] : [option]
  })

/** A conversation may have been kept by the id that does not tell the number which it has now. */
const isOf = ({ chat }: KeptPoll, place: Place, facts: Facts): boolean =>
  chat === place.chat || (!isGroup(chat) && chatOf(addressesOf(chat, undefined, facts)) === place.chat)

/** A vote is bound to the addresses of who made the poll and who votes; which of each were taken is not told. */
function openedHashes(
  { poll: pollMsgId, sealed }: NonNullable<ReturnType<typeof voteIn>>,
  { secret, authors }: KeptPoll,
  voters: readonly string[],
): string[] | undefined {
  const { encPayload, encIv } = sealed
  if (!encPayload || !encIv) return undefined
  const pollEncKey = Buffer.from(secret, 'base64')
  for (const pollCreatorJid of authors)
    for (const voterJid of voters) {
      try {
        const { selectedOptions } = decryptPollVote(
          { encPayload, encIv },
          { pollCreatorJid, pollMsgId, pollEncKey, voterJid },
        )
        return selectedOptions.map((hash) => Buffer.from(hash).toString('base64'))
      } catch {
        // Made with other addresses, another secret, or by somebody else.
      }
    }
  return undefined
}

/**
 * A vote in a poll that is not known here, of before the connection for instance: shown as such, once for each person
 * and poll. Undefined for the company's own.
 */
export function unknownVote(message: WAMessage, poll: string, facts: Facts): InboundMessage | undefined {
  const place = placeOf(message, facts)
  if (!place || message.key.fromMe) return undefined
  const title = place.isGroup ? facts.titleOf(place.chat) : undefined
  return {
    type: 'message',
    chat: place.chat,
    id: idOf({ ...message.key, id: `${poll}-vote` }),
    at: timeOf(message.messageTimestamp),
    sender: { ...senderOf(place.author, facts, message.pushName), isSelf: false },
    isGroup: place.isGroup,
    ...(title && { chatTitle: title.slice(0, 200) }),
    parts: [{ kind: 'unsupported', note: 'a vote in a poll that is not known', about: 'vote' }],
    automatic: true,
    origin: 'live',
  }
}

/** The addresses of the account itself. */
export const ownAddresses = ({ self }: Facts): string[] => [self.pn, self.lid].flatMap((jid) => bareJid(jid) ?? [])
