import type { Part, PollPart } from './content.ts'

/** How a poll stands: people by option, in the order of the options, and how many have voted at all. */
export interface PollTally {
  readonly counts: readonly number[]
  readonly voters: number
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
