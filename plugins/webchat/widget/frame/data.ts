import type { Challenge } from 'altcha-lib'
import { bool, object, oneOf, optional, record, text, type Guard, type Shape } from '../protocol/guards.ts'

const nullable =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value)
const list =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard)
const number: Guard<number> = (value): value is number => typeof value === 'number'
const any = text(Number.MAX_SAFE_INTEGER)

/* What the server says, as far as the widget reads it. */

const ThreadFile = record({
  kind: oneOf('image', 'video', 'audio', 'file'),
  url: any,
  name: nullable(any),
  mime: any,
  bytes: nullable(number),
})
export type ThreadFile = Shape<typeof ThreadFile>
export const ThreadMessage = record({
  id: any,
  position: any,
  from: oneOf('visitor', 'agent'),
  author: nullable(any),
  picture: nullable(any),
  at: any,
  text: any,
  files: list(ThreadFile),
  removed: bool,
})
export type ThreadMessage = Shape<typeof ThreadMessage>
export const ThreadMessages = list(ThreadMessage)

const Agent = record({ name: any, picture: nullable(any) })
/** Who answers, as far as the company shows it. */
export type Agent = Shape<typeof Agent>
export const AgentNews = record({ agent: nullable(Agent) })

const challenge: Guard<Challenge> = (value): value is Challenge =>
  typeof value === 'object' && value !== null && 'parameters' in value
export const SliderChallenge = object({ challenge, target: number, seconds: number })
export type SliderChallenge = Shape<typeof SliderChallenge>

/* What the widget asked the site's page to keep. */

const Kept = object({
  token: optional(text(200)),
  seenAt: optional(text(40)),
  greeting: optional(text(200)),
  outgoing: list(object({ id: text(40), text: text(10_000), at: text(40) })),
})
/** Survives reloads: the session, what has been seen, how it was greeted, and what is still to be sent. */
export type Kept = Shape<typeof Kept>

const maxKept = 60_000

/** Anything unreadable is as good as nothing: the visitor begins again. */
export function readKept(state: string | undefined): Kept {
  try {
    const value: unknown = JSON.parse(state ?? '')
    if (Kept(value)) return value
  } catch {
    // Not ours, or cut short.
  }
  return { outgoing: [] }
}

/** As text that fits; the newest of the unsent messages are left out first if it does not. */
export function writeKept(kept: Kept): string {
  const outgoing = [...kept.outgoing]
  for (;;) {
    const state = JSON.stringify({ ...kept, outgoing })
    if (state.length <= maxKept || outgoing.length === 0) return state
    outgoing.pop()
  }
}
