import type { InboundVote } from '@recado/sdk'
import type { Facts } from '../inbound/facts.ts'
import type { KeptPolls } from './kept-polls.ts'
import { openedVote } from './votes.ts'

/** Votes that waited for their polls, and which polls those are. */
export interface LateVotes {
  readonly votes: readonly InboundVote[]
  readonly polls: readonly string[]
}

/** The votes that have waited for some of these polls, which are kept by now. */
export async function lateVotes(kept: KeptPolls, polls: readonly string[], facts: Facts): Promise<LateVotes> {
  const votes: InboundVote[] = []
  const waiting = await kept.waiting.of(polls)
  for (const [id, messages] of waiting) {
    const poll = await kept.find(id)
    if (poll) votes.push(...messages.flatMap((message) => openedVote(message, poll, facts) ?? []))
  }
  return { votes, polls: [...waiting.keys()] }
}
