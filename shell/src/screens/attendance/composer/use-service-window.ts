import { useEffect, useMemo, useState } from 'react'
import { windowUntil, type Message, type ServiceWindowState, type Ticket } from '../../../base/contracts.ts'

/** A longer timer runs at once. Milliseconds. */
const longestTimer = 2 ** 31 - 1

/**
 * The ticket's service window as it stands now; it closes by itself, and opens when the contact writes and the ticket
 * is pushed.
 */
export function useServiceWindow({
  serviceWindowEndsAt,
}: Pick<Ticket, 'serviceWindowEndsAt'>): ServiceWindowState | undefined {
  const [now, setNow] = useState(() => new Date())
  const ends = typeof serviceWindowEndsAt === 'string' ? Date.parse(serviceWindowEndsAt) : null
  useEffect(() => {
    setNow(new Date())
    if (ends === null || ends <= Date.now()) return
    const timer = setTimeout(() => setNow(new Date()), Math.min(ends - Date.now(), longestTimer))
    return () => clearTimeout(timer)
  }, [ends])
  return useMemo(
    () => (serviceWindowEndsAt === undefined ? undefined : windowUntil(ends === null ? null : new Date(ends), now)),
    [serviceWindowEndsAt, ends, now],
  )
}

/** The provider refused our last message because its window is closed, and the contact has not written since. */
export function wasRefusedByWindow(messages: readonly Message[]): boolean {
  const last = messages.findLast((message) => !message.isDeleted)
  return last !== undefined && last.fromMe && last.status === 'failed' && last.failure?.kind === 'windowClosed'
}
