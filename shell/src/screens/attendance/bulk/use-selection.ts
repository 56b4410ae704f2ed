import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Ticket } from '../../../base/contracts.ts'

/** Greatest number of tickets in one request. */
const most = 200
const none: readonly Ticket[] = []

export interface Selection {
  readonly chosen: readonly Ticket[]
  has(id: string): boolean
  /**
   * With `range`, everything from the last one chosen to this one. Always the same function, as the next two, so that
   * rows are not redrawn.
   */
  readonly toggle: (id: string, range?: boolean) => void
  /** Chooses as many from the top as allowed. */
  readonly all: () => void
  readonly clear: () => void
}

/** Chosen rows of a list. A row that leaves the list leaves the choice too. */
export function useSelection(tickets: readonly Ticket[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(tickets)
  useEffect(() => {
    latest.current = tickets
  }, [tickets])
  const anchor = useRef<string | null>(null)
  const chosen = useMemo(
    () => (ids.size === 0 ? none : tickets.filter((ticket) => ids.has(ticket.id)).slice(0, most)),
    [tickets, ids],
  )
  const toggle = useCallback((id: string, range = false) => {
    const rows = latest.current
    const from = rows.findIndex((ticket) => ticket.id === anchor.current)
    const to = rows.findIndex((ticket) => ticket.id === id)
    anchor.current = id
    setIds((known) => {
      if (range && from >= 0 && to >= 0)
        return new Set([
          ...known,
          ...rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((ticket) => ticket.id as string),
        ])
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const all = useCallback(() => setIds(new Set(latest.current.slice(0, most).map((ticket) => ticket.id))), [])
  const clear = useCallback(() => setIds(new Set()), [])
  return { chosen, has: (id: string) => ids.has(id), toggle, all, clear }
}
