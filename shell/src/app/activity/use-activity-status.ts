import { useEffect } from 'react'
import { session } from '../../base/session/services.ts'
import { watchIdle } from './idle-watch.ts'
import { changeStatus } from './status.ts'

/**
 * Key of the user whom idleness has set away. Stored outside of the page: another tab, and this one after a reload,
 * sets them back too.
 */
const awayKey = 'recado.away-by-idleness'

/**
 * A user without activity for five minutes becomes away, and available again with the first touch; a user who chose to
 * be away stays so.
 */
export function useActivityStatus(): void {
  useEffect(() => {
    const wasSentAway = (): boolean => localStorage.getItem(awayKey) === session.current()?.userId
    const isAway = (): boolean => session.current()?.user.status === 'offline'
    if (!isAway()) localStorage.removeItem(awayKey)
    return watchIdle(window, {
      startsIdle: isAway() && wasSentAway(),
      channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('recado.activity'),
      onIdle() {
        const current = session.current()
        if (current?.user.status !== 'online') return
        localStorage.setItem(awayKey, current.userId)
        changeStatus('offline')
      },
      onActive() {
        if (wasSentAway()) changeStatus('online')
        localStorage.removeItem(awayKey)
      },
    })
  }, [])
}
