import { useApi } from '@recado/sdk/ui'
import type { Queue, Tag } from '@recado/sdk'
import { useQueries } from '@tanstack/react-query'
import type { StepKind } from '../../macros/step.ts'
import type { StepInput } from './step-inputs.ts'

interface ColleaguePage {
  readonly users: readonly { readonly id: string; readonly name: string }[]
  readonly nextCursor: string | null
}
/** A tag, a queue or a colleague that a step can be about. */
export interface Choice {
  readonly id: string
  readonly name: string
}

/** Pages of colleagues that are read at most. */
const mostPages = 10

/** Possible subjects of steps in the company now. */
export function useChoices() {
  const api = useApi()
  const [tags, queues, users] = useQueries({
    queries: [
      {
        queryKey: ['macros', 'tags'],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Tag[]>('/tags', { signal }),
      },
      {
        queryKey: ['macros', 'queues'],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Queue[]>('/queue', { signal }),
      },
      {
        queryKey: ['macros', 'colleagues'],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const found: Choice[] = []
          let cursor: string | undefined
          for (let page = 0; page < mostPages; page++) {
            const { users: some, nextCursor } = await api.get<ColleaguePage>('/users/with-queue', {
              signal,
              query: { cursor },
            })
            found.push(...some.map(({ id, name }) => ({ id, name })))
            if (nextCursor === null) break
            cursor = nextCursor
          }
          return found
        },
      },
    ],
  })
  const of = (
    kind: StepKind,
  ): { readonly choices: readonly Choice[]; readonly error: unknown; readonly isReady: boolean } => {
    switch (kind) {
      case 'addTag':
      case 'removeTag':
        return {
          choices: (tags.data ?? []).map(({ id, tag }) => ({ id, name: tag })),
          error: tags.error,
          isReady: tags.isSuccess,
        }
      case 'toQueue':
        return {
          choices: (queues.data ?? []).filter(({ isActive }) => isActive).map(({ id, queue }) => ({ id, name: queue })),
          error: queues.error,
          isReady: queues.isSuccess,
        }
      default:
        return { choices: users.data ?? [], error: users.error, isReady: users.isSuccess }
    }
  }
  return {
    of,
    /** A list that could not be loaded counts as containing it: the server checks. */
    isThere({ kind, subjectId }: StepInput): boolean {
      const { choices, isReady } = of(kind)
      return !isReady || choices.some(({ id }) => id === subjectId)
    },
  }
}
