import type { Part, PollPart } from './content.ts'

/** How a poll stands: people by option, in the order of the options, and how many have voted at all. */
export interface PollTally {
  readonly counts: readonly number[]
  readonly voters: number
}

/** That a poll was stopped, since when, and what it ended with where the provider told it. */
export interface PollEnd {
  readonly at: string
  readonly result?: PollTally
}

/** What each person has voted for, by the id of the person. */
export type Votes = Readonly<Record<string, { readonly options: readonly number[] }>>

/**
 * How the poll among these parts stands; undefined where there is none. Each person counts once for an option, and
 * for one option alone in a poll that takes one. What is no option counts for nothing.
 */
export function tallyOf(parts: readonly Part[], votes: Votes): PollTally | undefined {
  const poll = parts.find((part): part is PollPart => part.kind === 'poll')
  if (!poll) return undefined
  const counts = poll.options.map(() => 0)
  let voters = 0
  for (const { options } of Object.values(votes)) {
    const known = [...new Set(options)].filter((option) => counts[option] !== undefined)
    const counted = poll.several ? known : known.slice(0, 1)
    for (const option of counted) counts[option]! += 1
    if (counted.length > 0) voters++
  }
  return { counts, voters }
}

/**
 * The tally that is shown of the poll among these parts: of one that was stopped, what the provider says it ended with,
 * else the votes that came. Undefined where there is no poll, or where nobody has voted in one that goes on.
 */
export function shownTally(
  parts: readonly Part[],
  votes: Votes | null,
  end: PollEnd | null,
): (PollTally & { readonly stopped?: true }) | undefined {
  if (!votes && !end) return undefined
  const came = tallyOf(parts, votes ?? {})
  if (!came || !end) return came
  const { result } = end
  if (!result) return { ...came, stopped: true }
  return { counts: came.counts.map((_, option) => result.counts[option] ?? 0), voters: result.voters, stopped: true }
}
