import { useEffect } from 'react'
import { session } from '../../base/session/services.ts'
import { watchIdle } from './idle-watch.ts'
import { changeStatus } from './status.ts'

/**
 * Whom idleness has made away. Kept outside of the page: another tab, and this one after it was loaded anew, brings
 * them back too.
 */
const awayKey = 'recado.away-by-idleness'

/**
 * Who does nothing for five minutes counts as away, and as there again with the first touch; who chose to be away stays
 * so.
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
