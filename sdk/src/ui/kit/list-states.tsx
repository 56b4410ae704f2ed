import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from './feedback.tsx'

/** {@link ListStates} of a query, and what is drawn in place of the list. */
export interface ListStatesProps {
  /** The query of TanStack Query that reads the list. */
  query: { isPending: boolean; isError: boolean; isSuccess: boolean; error: unknown; refetch(): unknown }
  /** Completes the sentence "Could not load …". */
  what: string
  /** Rows that are drawn while the list is read; three by default. */
  rows?: number
  /** Height of a row, a CSS length. */
  rowHeight: string
  /** Whether the list that was read has nothing to show. */
  isEmpty: boolean
  /** Drawn when it has nothing to show: an `EmptyState`. */
  children: ReactNode
}

/**
 * What stands in place of a list that has no rows: their shape while they are read, an error with a button that reads
 * again, or `children` where there are none. The list itself is drawn by the caller, below it.
 */
export function ListStates({ query, what, rows = 3, rowHeight, isEmpty, children }: ListStatesProps) {
  if (query.isPending)
    return (
      <div className="flex flex-col gap-2">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={rowHeight} className="rounded-lg" />
        ))}
      </div>
    )
  if (query.isError) return <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} />
  return query.isSuccess && isEmpty ? children : null
}
