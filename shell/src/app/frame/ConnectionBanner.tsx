import { Button, classNames, Spinner } from '@recado/sdk/ui'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../data/workplace/workplace-context.ts'
import { connectionNotice, type ConnectionNotice } from './connection-notice.ts'

/** Times before a notice appears: a short interruption ends unnoticed. Milliseconds. */
const patience: Readonly<Record<ConnectionNotice, number>> = {
  offline: 1_500,
  lost: 1_500,
  reconnecting: 1_500,
  catchingUp: 600,
}

const subscribeOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says when what is on the screen may be old, until it is as the server has it, and that nothing sent is lost. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { live, catchingUp } = useWorkplace()
  const status = useSyncExternalStore(live.subscribe, live.status)
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const isCatchingUp = useSyncExternalStore(catchingUp.subscribe, catchingUp.isRunning)
  const notice = connectionNotice({ isOnline, status, isCatchingUp })
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (notice === null) return setShown(false)
    // A notice that is shown already only changes its text.
    const timer = setTimeout(() => setShown(true), patience[notice])
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div role="status" className="shrink-0">
      {isShown && notice && (
        <div
          className={classNames(
            'flex min-h-9 items-center justify-center gap-2 border-b border-line px-4 text-list',
            tones[notice],
          )}
        >
          {notice === 'offline' || notice === 'lost' ? <WifiOff size={14} aria-hidden /> : <Spinner />}
          <span>{t(`connection.${notice}`)}</span>
          {notice === 'lost' && (
            <Button size="small" onClick={live.retry}>
              {t('action.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const warning = 'bg-warning-soft text-warning'
const tones: Readonly<Record<ConnectionNotice, string>> = {
  offline: warning,
  lost: warning,
  reconnecting: warning,
  catchingUp: 'bg-surface text-ink-muted',
}
