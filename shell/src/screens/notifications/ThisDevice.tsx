import { Badge, Button, toast, useApi, useViewer } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, Download } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { pushPermission, subscribeBrowser, unsubscribeBrowser } from '../../data/notifications/browser-push.ts'
import { installOffer } from '../../data/notifications/install-offer.ts'
import type { NotificationState } from '../../data/notifications/use-notifications.ts'

/** Notifications of this browser: asks for the permission, explains how to repair a refusal, and sends a test. */
export function ThisDevice({ state }: { state: NotificationState }) {
  const { t } = useTranslation('notifications')
  const api = useApi()
  const { userId } = useViewer()
  const queries = useQueryClient()
  const [permission, setPermission] = useState(pushPermission)
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.current)
  const setActive = (active: boolean) =>
    queries.setQueryData<NotificationState>(
      keys.notifications,
      (known) => known && { ...known, push: { ...known.push, active } },
    )
  const activate = useMutation({
    mutationFn: () => subscribeBrowser(api, state.push.publicKey, userId),
    onSuccess: (given) => {
      setPermission(given)
      if (given !== 'granted') return
      setActive(true)
      toast.success(t('device.activated'))
    },
    // The push service of the browser cannot be had: no answer of ours, and nothing the user did.
    onError: (error) =>
      error instanceof DOMException ? void toast.error(t('device.serviceMissing')) : reportFailure(error),
  })
  const deactivate = useMutation({
    mutationFn: () => unsubscribeBrowser(api),
    onSuccess: () => {
      setActive(false)
      toast.success(t('device.deactivated'))
    },
    onError: reportFailure,
  })
  const test = useMutation({
    mutationFn: () => api.post('/notifications/test'),
    onSuccess: () => toast.success(t('device.testSent')),
    onError: (error) => {
      reportFailure(error)
      void queries.invalidateQueries({ queryKey: keys.notifications })
    },
  })
  const active = permission === 'granted' && state.push.active
  return (
    <section aria-labelledby="this-device" className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        {active ? (
          <BellRing size={18} className="text-accent-text" aria-hidden />
        ) : (
          <BellOff size={18} className="text-ink-muted" aria-hidden />
        )}
        <h2 id="this-device" className="text-thread font-semibold">
          {t('device.title')}
        </h2>
        <span role="status">
          {active ? <Badge tone="success">{t('device.on')}</Badge> : <Badge>{t('device.off')}</Badge>}
        </span>
      </div>
      <p className="text-list text-ink-muted">
        {t(
          active
            ? 'device.onDetail'
            : permission === 'granted' || permission === 'default'
              ? 'device.offDetail'
              : `device.${permission}`,
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {!active && (permission === 'granted' || permission === 'default') && (
          <Button variant="primary" busy={activate.isPending} onClick={() => activate.mutate()}>
            {t('device.activate')}
          </Button>
        )}
        {active && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            {t('device.test')}
          </Button>
        )}
        {active && (
          <Button busy={deactivate.isPending} onClick={() => deactivate.mutate()}>
            {t('device.deactivate')}
          </Button>
        )}
        {offer && (
          <Button onClick={() => void offer.prompt()}>
            <Download size={16} aria-hidden />
            {t('device.installApp')}
          </Button>
        )}
      </div>
    </section>
  )
}
