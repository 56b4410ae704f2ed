import type { SealedState } from '@recado/sdk'
import * as z from 'zod'
import { WaitingVotes } from './waiting-votes.ts'

const KeptPoll = z.object({
  /** What opens the votes, base64. */
  secret: z.string(),
  /** The message as core names it, and its conversation. */
  target: z.string(),
  chat: z.string(),
  /** Addresses of who made the poll. */
  authors: z.array(z.string()),
  /** Hashes of the options, in their order. */
  options: z.array(z.string()),
})
/** What it takes to read the votes of a poll. No words of it. */
export type KeptPoll = z.output<typeof KeptPoll>

const keyOf = (id: string): string => `poll/${id}`

/**
 * Polls whose votes this connection can read: the secret of each lies sealed among the keys of the login, and goes with
 * it. They are named by WhatsApp's id of the message.
 */
export class KeptPolls {
  readonly #sealed: SealedState
  /** Votes that came before their polls. */
  readonly waiting: WaitingVotes

  constructor(sealed: SealedState) {
    this.#sealed = sealed
    this.waiting = new WaitingVotes(sealed)
  }

  async find(id: string): Promise<KeptPoll | undefined> {
    const bytes = (await this.#sealed.read([keyOf(id)])).get(keyOf(id))
    return bytes && KeptPoll.parse(JSON.parse(Buffer.from(bytes).toString()))
  }

  /**
   * Keeps polls that are not known yet. The first of an id stays: who sends another one under it must not take the
   * votes over. Resolves when they are stored.
   */
  async keep(polls: ReadonlyMap<string, KeptPoll>): Promise<void> {
    if (polls.size === 0) return
    const known = await this.#sealed.read([...polls.keys()].map(keyOf))
    const fresh = [...polls].filter(([id]) => !known.has(keyOf(id)))
    if (fresh.length === 0) return
    await this.#sealed.write(new Map(fresh.map(([id, poll]) => [keyOf(id), Buffer.from(JSON.stringify(poll))])))
  }
}
