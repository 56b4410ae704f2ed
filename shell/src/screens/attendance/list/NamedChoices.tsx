import type { ReactNode } from 'react'
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
export type NamedKind = keyof typeof sources

interface SourceProps {
  children(choices: readonly NamedChoice[]): ReactNode
}

const Queues = ({ children }: SourceProps) =>
  children(useQueues().map(({ id, queue, color, isActive }) => ({ id, name: queue, color, isOffered: isActive })))
const Tags = ({ children }: SourceProps) =>
  children(useTags().map(({ id, tag, color, isActive }) => ({ id, name: tag, color, isOffered: isActive })))
const Connections = ({ children }: SourceProps) =>
  children((useConnections().data ?? []).map(({ id, name }) => ({ id, name, isOffered: true })))
const Users = ({ children }: SourceProps) =>
  children(useColleagues().map(({ id, name, isActive }) => ({ id, name, isOffered: isActive })))

const sources = { queue: Queues, tag: Tags, connection: Connections, user: Users }

/** Draws with what there is of a kind, which is fetched when it is first shown. */
export function NamedChoices({ kind, children }: SourceProps & { kind: NamedKind }) {
  const Source = sources[kind]
  return <Source>{children}</Source>
}
