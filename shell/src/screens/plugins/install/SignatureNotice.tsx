import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PluginInspection } from '../../../base/contracts.ts'
import { readableFingerprint } from './fingerprint.ts'

const looks = {
  trusted: { Icon: ShieldCheck, tone: 'bg-success-soft text-success' },
  untrusted: { Icon: ShieldAlert, tone: 'bg-warning-soft text-warning' },
  unsigned: { Icon: ShieldAlert, tone: 'bg-warning-soft text-warning' },
  broken: { Icon: ShieldX, tone: 'bg-danger-soft text-danger' },
} as const

/** Verdict on a package's signature, with advice. */
export function SignatureNotice({
  inspection: {
    signature: { verdict, fingerprint, publisher },
    concerns,
    blocked,
  },
}: {
  inspection: Pick<PluginInspection, 'signature' | 'concerns' | 'blocked'>
}) {
  const { t } = useTranslation('settings')
  const { Icon, tone } = looks[verdict]
  const isRefused = blocked === 'signatureRequired' && (verdict === 'unsigned' || verdict === 'untrusted')
  return (
    <div className={`flex gap-3 rounded-md px-3 py-2 ${tone}`}>
      <Icon size={18} className="mt-0.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="font-medium">{t(`plugins.signature.${verdict}.title`, { publisher: publisher ?? '' })}</h3>
        {!isRefused && <p>{t(`plugins.signature.${verdict}.detail`)}</p>}
        {fingerprint !== null && (
          <p>
            <span className="sr-only">{t('plugins.signature.fingerprint')}: </span>
            <code className="break-words text-xs tabular-nums" translate="no">
              {readableFingerprint(fingerprint)}
            </code>
          </p>
        )}
        {concerns.includes('publisherChanged') && (
          <p className="font-medium">{t('plugins.signature.publisherChanged')}</p>
        )}
        {isRefused && (
          <p>
            <span className="font-medium">{t('plugins.signature.required')}</span>{' '}
            {t(`plugins.signature.requiredOf.${verdict}`)}
          </p>
        )}
      </div>
    </div>
  )
}
