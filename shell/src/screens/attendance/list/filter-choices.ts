import { useConnections } from '../../../data/channels/use-connections.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { useTags } from '../../../data/tags/use-tags.ts'
import { useColleagues } from '../../../data/users/use-colleagues.ts'

/** Something of the company to which the list can be narrowed. */
export interface NamedChoice {
  readonly id: string
  readonly name: string
  readonly color?: string
  /** False for what is not offered any more, and only named where it still is chosen. */
  readonly isOffered: boolean
}

/** What there is of a kind, fetched when it is first shown. */
export const filterChoices = {
  queue: (): readonly NamedChoice[] =>
    useQueues().map(({ id, queue, color, isActive }) => ({ id, name: queue, color, isOffered: isActive })),
  tag: (): readonly NamedChoice[] =>
    useTags().map(({ id, tag, color, isActive }) => ({ id, name: tag, color, isOffered: isActive })),
  connection: (): readonly NamedChoice[] =>
    (useConnections().data ?? []).map(({ id, name }) => ({ id, name, isOffered: true })),
  user: (): readonly NamedChoice[] =>
    useColleagues().map(({ id, name, isActive }) => ({ id, name, isOffered: isActive })),
}
export type NamedKind = keyof typeof filterChoices
