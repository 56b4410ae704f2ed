import { useEffect } from 'react'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import { repeatPresence } from '../../../data/realtime/colleagues.ts'

/**
 * Announces to colleagues that this ticket is on the screen, as long as it is, and to new ones at once. Null: no
 * announcement.
 */
export function useOwnPresence(ticketId: string | null): void {
  const { live, colleagues } = useWorkplace()
  useEffect(() => {
    if (ticketId === null) return
    const tell = () => live.viewing(ticketId)
    tell()
    const repeat = setInterval(tell, repeatPresence)
    const stop = colleagues.onNewcomer((where) => {
      if (where === ticketId) tell()
    })
    return () => {
      clearInterval(repeat)
      stop()
      live.viewing(null)
    }
  }, [live, colleagues, ticketId])
}
