import { useEffect } from 'react'
import { session } from '../app/services.ts'
import { watchIdle } from './idle-watch.ts'
import { changeStatus } from './status.ts'

/** Who does nothing for five minutes counts as away, and as there again with the first touch; who chose to be away stays so. */
export function useActivityStatus(): void {
  useEffect(() => {
    let byIdleness = false
    return watchIdle(window, {
      channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('recado.activity'),
      onIdle() {
        byIdleness = session.current()?.user.status === 'online'
        if (byIdleness) changeStatus('offline')
      },
      onActive() {
        if (byIdleness) changeStatus('online')
        byIdleness = false
      },
    })
  }, [])
}
