const waiting = new Set<string>()
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
  // The installed product shows it on its icon, where the system can.
  const shown = waiting.size > 0 ? navigator.setAppBadge?.(waiting.size) : navigator.clearAppBadge?.()
  shown?.catch(() => undefined)
}

/** Conversations that wait for the user and that this page has told of: for the title of the window and the icon. */
export const waitingTickets = {
  add(ticketId: string): void {
    if (waiting.has(ticketId)) return
    waiting.add(ticketId)
    changed()
  },
  remove(ticketId: string): void {
    if (waiting.delete(ticketId)) changed()
  },
  clear(): void {
    if (waiting.size === 0) return
    waiting.clear()
    changed()
  },
  count: (): number => waiting.size,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
