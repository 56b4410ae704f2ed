import type { SealedState } from '@recado/sdk'
import { proto, type WAMessage, type WAMessageKey } from 'baileys'
import * as z from 'zod'
import { voteIn } from './sealed-vote.ts'

/**
 * How much is kept: of more polls, the votes of the one that was voted in longest ago are dropped; voters of one poll
 * are as many as a group has members.
 */
const mostKept = { polls: 50, voters: 1_024 }
/** WhatsApp's ids have about 20 characters, the hashes of a hundred options about 3,400 bytes. */
const longest = { id: 128, sealed: 4_096, text: 128 }

const Text = z.string().max(longest.text).nullish()
const Vote = z.object({
  key: z.object({
    remoteJid: Text,
    remoteJidAlt: Text,
    participant: Text,
    participantAlt: Text,
    fromMe: z.boolean().nullish(),
    id: Text,
  }),
  /** Name of the voter. */
  name: Text,
  /** Unix seconds. */
  at: z.number(),
  /** The sealed vote, base64. */
  sealed: z.string(),
})
type Vote = z.output<typeof Vote>

const indexKey = 'votes'
const keyOf = (poll: string): string => `${indexKey}/${poll}`

const written = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
/** A row as {@link written} wrote it; nobody else does. */
const read = <T>(bytes: Uint8Array | undefined): readonly T[] =>
  bytes ? (JSON.parse(Buffer.from(bytes).toString()) as T[]) : []

/**
 * Votes in polls that are not known, which may still come: read again by their phone, or with the past. They lie sealed
 * beside {@link KeptPolls}, the last one of each voter, so many at most.
 */
export class WaitingVotes {
  readonly #sealed: SealedState
  readonly #most: typeof mostKept
  /** Changes of the rows, one after another. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(sealed: SealedState, most = mostKept) {
    this.#sealed = sealed
    this.#most = most
  }

  /** Keeps a vote in place of the one that the same person gave before. One of no sound form is not kept. */
  keep(message: WAMessage): Promise<void> {
    const { poll, vote } = voteOf(message) ?? {}
    if (!vote || poll === undefined) return Promise.resolve()
    return this.#inTurn(async () => {
      const rows = await this.#sealed.read([indexKey, keyOf(poll)])
      const known = read<string>(rows.get(indexKey))
      const polls = [...known.filter((one) => one !== poll), poll]
      const dropped = polls.slice(0, Math.max(0, polls.length - this.#most.polls))
      const votes = read<Vote>(rows.get(keyOf(poll))).filter((one) => voterOf(one) !== voterOf(vote))
      await this.#sealed.write(
        new Map<string, Uint8Array | null>([
          [indexKey, written(polls.slice(dropped.length))],
          [keyOf(poll), written([...votes, vote].slice(-this.#most.voters))],
          ...dropped.map((one) => [keyOf(one), null] as const),
        ]),
      )
    })
  }

  /** Votes that wait for these polls, by WhatsApp's id of the poll. */
  async of(polls: readonly string[]): Promise<ReadonlyMap<string, readonly WAMessage[]>> {
    if (polls.length === 0) return new Map()
    const rows = await this.#sealed.read(polls.map(keyOf))
    return new Map(
      polls.flatMap((poll) => {
        const votes = read<Vote>(rows.get(keyOf(poll)))
        return votes.length > 0 ? [[poll, votes.map((vote) => messageOf(poll, vote))] as const] : []
      }),
    )
  }

  /** Drops the votes of these polls: they are counted. */
  forget(polls: readonly string[]): Promise<void> {
    if (polls.length === 0) return Promise.resolve()
    return this.#inTurn(async () => {
      const known = read<string>((await this.#sealed.read([indexKey])).get(indexKey))
      await this.#sealed.write(
        new Map<string, Uint8Array | null>([
          [indexKey, written(known.filter((one) => !polls.includes(one)))],
          ...polls.map((poll) => [keyOf(poll), null] as const),
        ]),
      )
    })
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(change)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

/** The address that the message came under, in a private chat the chat's; core knows both of a person as one. */
const voterOf = ({ key }: Vote): string => (key.fromMe ? 'self' : key.participant || (key.remoteJid ?? ''))

function voteOf(message: WAMessage): { readonly poll: string; readonly vote: Vote } | undefined {
  const found = voteIn(message)
  if (!found || found.poll.length > longest.id) return undefined
  const sealed = proto.Message.PollEncValue.encode(found.sealed).finish()
  if (sealed.length > longest.sealed) return undefined
  const { data: vote } = Vote.safeParse({
    key: message.key,
    name: message.pushName,
    at: Number(message.messageTimestamp ?? 0),
    sealed: Buffer.from(sealed).toString('base64'),
  })
  return vote && { poll: found.poll, vote }
}

const messageOf = (poll: string, { key, name, at, sealed }: Vote): WAMessage => ({
  key: key as WAMessageKey,
  ...(name && { pushName: name }),
  messageTimestamp: at,
  message: {
    pollUpdateMessage: {
      pollCreationMessageKey: { id: poll },
      vote: proto.Message.PollEncValue.decode(Buffer.from(sealed, 'base64')),
    },
  },
})
