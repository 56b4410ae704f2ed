import { Button, Spinner, toast, useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, RefreshCw } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../base/i18n/per-locale.ts'
import { keys } from '../../base/query-keys.ts'
import type { Connection } from '../../base/contracts.ts'

const QrCode = lazy(() => import('react-qr-code').then(({ QRCode }) => ({ default: QRCode })))

/**
 * The code to scan (S4-061). It signs in, so it is asked for and never pushed; every change of the connection brings a
 * new one.
 */
export function ConnectionQr({
  connection,
  busy,
  onRenew,
}: {
  connection: Connection
  busy: boolean
  onRenew(): void
}) {
  const { t, i18n } = useTranslation('settings')
  const api = useApi()
  const code = useQuery({
    queryKey: keys.connectionCode(connection.id, connection.updatedAt),
    queryFn: ({ signal }) => api.get<Connection>(`/whatsapp/${connection.id}`, { signal }),
    gcTime: 0,
  }).data
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toast.success(t('channels.qr.copied')))
  return (
    <div className="flex flex-wrap items-center gap-6 border-t border-line p-4">
      <div className="grid size-48 place-items-center rounded-md bg-white p-3">
        {code?.qrcode && isPicture(code.qrcode) ? (
          <img src={code.qrcode} width={168} height={168} alt={t('channels.qr.label')} />
        ) : code?.qrcode ? (
          <Suspense fallback={<Spinner />}>
            <QrCode value={code.qrcode} size={168} role="img" title={t('channels.qr.label')} />
          </Suspense>
        ) : (
          <Spinner />
        )}
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-3">
        <h3 className="text-thread font-semibold">{t('channels.qr.title')}</h3>
        <p className="text-list text-ink-muted">
          {t('channels.qr.detail')}
          {code?.statusUntil &&
            ` ${t('channels.until', { time: clockTime(i18n.language).format(new Date(code.statusUntil)) })}.`}
        </p>
        {code?.pairingCode && (
          <p className="text-list">
            {t('channels.qr.typed')}{' '}
            <strong className="font-mono text-thread tracking-wider select-all">{inHalves(code.pairingCode)}</strong>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={busy} icon={<RefreshCw size={14} />} onClick={onRenew}>
            {t('channels.qr.renew')}
          </Button>
          {code?.qrcode && !isPicture(code.qrcode) && (
            <Button size="small" variant="ghost" icon={<Copy size={14} />} onClick={() => copy(code.qrcode!)}>
              {t('channels.qr.copy')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** A code that the provider has drawn itself. */
const isPicture = (code: string): boolean => code.startsWith('data:image/png;base64,')

/** As it is read out and typed: XXXX-XXXX. */
const inHalves = (code: string): string => (code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code)
