import { Button, Spinner } from '@recado/sdk/ui'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../app/workplace-context.ts'

/** Short interruptions heal unseen. Milliseconds. */
const patience = 1_500

const subscribeOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says when what is on the screen may be old, and that nothing sent is lost. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { live } = useWorkplace()
  const status = useSyncExternalStore(live.subscribe, live.status)
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const cut = !online || status === 'reconnecting' || status === 'lost'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!cut) {
      setShown(false)
      return
    }
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [cut])
  return (
    <div role="status" className="shrink-0">
      {shown && cut && (
        <div className="flex min-h-9 items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 text-list text-warning">
          {online && status === 'reconnecting' ? <Spinner /> : <WifiOff size={14} aria-hidden />}
          <span>{t(!online ? 'connection.offline' : status === 'lost' ? 'connection.lost' : 'connection.reconnecting')}</span>
          {online && status === 'lost' && <Button size="small" onClick={live.retry}>{t('action.retry')}</Button>}
        </div>
      )}
    </div>
  )
}
