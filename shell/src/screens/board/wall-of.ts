import type { OpeningsSubject, TicketBoard } from '../../base/contracts.ts'

/** Since when a customer waits, and whose opening hours say how much of it counts. */
export interface Wait {
  readonly since: string
  readonly about: OpeningsSubject
}
type Queue = TicketBoard['queues'][number]

export interface WallNumbers {
  readonly pending: number
  readonly open: number
  /** Of all queues and people. */
  readonly longest: Wait | null
  /** Those where somebody has waited longest first. */
  readonly queues: readonly (Queue & { readonly wait: Wait | null })[]
  /** Who is there: who has most conversations first. */
  readonly online: TicketBoard['users']
  /** How many of them have a conversation. */
  readonly busy: number
}

const earlier = (one: Wait | null, other: Wait | null): Wait | null => {
  if (one === null || other === null) return one ?? other
  return one.since <= other.since ? one : other
}
const waitOf = (since: string | null, about: OpeningsSubject): Wait | null => (since === null ? null : { since, about })

/** The numbers of the panel for a screen on the wall; its first page has the queues, and each some of the people. */
export function wallOf(pages: readonly Pick<TicketBoard, 'users' | 'queues'>[]): WallNumbers {
  const queues = (pages[0]?.queues ?? []).map((queue) => ({
    ...queue,
    wait: waitOf(queue.waitingSince, { queueId: queue.id }),
  }))
  const users = pages.flatMap((page) => page.users)
  const online = users.filter(({ isOnline }) => isOnline).toSorted((one, other) => other.open - one.open)
  const ofUsers = users.map(({ id, waitingSince }) => waitOf(waitingSince, { userId: id }))
  return {
    pending: queues.reduce((sum, { pending }) => sum + pending, 0),
    open: queues.reduce((sum, { open }) => sum + open, 0),
    longest: [...queues.map(({ wait }) => wait), ...ofUsers].reduce(earlier, null),
    queues: queues.toSorted((one, other) => {
      if (one.wait === null || other.wait === null) return Number(one.wait === null) - Number(other.wait === null)
      return one.wait.since < other.wait.since ? -1 : 1
    }),
    online,
    busy: online.filter(({ open }) => open > 0).length,
  }
}
