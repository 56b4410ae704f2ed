import { useCallback, useMemo, useRef, useState } from 'react'
import type { Ticket } from '../../contracts.ts'

/** As many as one request takes. */
const most = 200

/** Which rows of a list are chosen. What leaves the list leaves the choice too. */
export function useSelection(tickets: readonly Ticket[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const chosen = useMemo(() => tickets.filter((ticket) => ids.has(ticket.id)).slice(0, most), [tickets, ids])
  /** With `range`, everything from the last one chosen to this one. */
  const toggle = useCallback((id: string, range = false) => {
    const from = tickets.findIndex((ticket) => ticket.id === anchor.current)
    const to = tickets.findIndex((ticket) => ticket.id === id)
    anchor.current = id
    setIds((known) => {
      if (range && from >= 0 && to >= 0) return new Set([...known, ...tickets.slice(Math.min(from, to), Math.max(from, to) + 1).map((ticket) => ticket.id as string)])
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [tickets])
  const all = useCallback(() => setIds(new Set(tickets.slice(0, most).map((ticket) => ticket.id))), [tickets])
  const clear = useCallback(() => setIds(new Set()), [])
  return { chosen, has: (id: string) => ids.has(id), toggle, all, clear }
}
