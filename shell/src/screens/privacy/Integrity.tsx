import { Button, useErrorText } from '@recado/sdk/ui'
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AuditVerdict } from '../../base/contracts.ts'
import { useVerification } from './use-audit.ts'

/** Whether the trail is as it was written, on demand: the server recomputes every seal. */
export function Integrity() {
  const { t, i18n } = useTranslation('privacy')
  const textOf = useErrorText()
  const { verification, progress } = useVerification()
  const verdict = verification.data
  const number = new Intl.NumberFormat(i18n.language)
  const tone = verdict === undefined ? 'text-ink-muted' : verdict.intact ? 'text-success' : 'text-danger'
  const Shield = verdict === undefined ? ShieldQuestion : verdict.intact ? ShieldCheck : ShieldAlert
  return (
    <section
      aria-labelledby="integrity"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-list"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Shield size={20} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
        <div className="min-w-48 flex-1">
          <h2 id="integrity" className="font-semibold">
            {t('integrity.title')}
          </h2>
          <p className="text-ink-muted">{t('integrity.detail')}</p>
        </div>
        <Button busy={verification.isPending} onClick={() => verification.mutate()}>
          {t('integrity.verify')}
        </Button>
      </div>
      <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {verification.isPending && (
          <p className="text-ink-muted tabular-nums">
            {t('integrity.running', { entries: number.format(progress?.entries ?? 0) })}
          </p>
        )}
        {verification.isError && (
          <p role="alert" className="text-danger">
            {textOf(verification.error)}
          </p>
        )}
        {verdict && !verification.isPending && <Outcome verdict={verdict} />}
      </div>
    </section>
  )
}

function Outcome({ verdict }: { verdict: AuditVerdict }) {
  const { t, i18n } = useTranslation('privacy')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <p className={verdict.intact ? 'font-medium text-success' : 'font-medium text-danger'}>
        {verdict.intact
          ? t('integrity.intact', { entries: number.format(verdict.entries) })
          : t('integrity.broken', { count: verdict.found })}
      </p>
      {verdict.waiting > 0 && <p className="text-ink-muted">{t('integrity.waiting', { count: verdict.waiting })}</p>}
      {!verdict.intact && (
        <ul className="flex flex-col gap-1 rounded-md border border-line p-3">
          {verdict.problems.map(({ kind, seal, entryId }, index) => (
            <li key={index} className="wrap-anywhere">
              {t(`integrity.problem.${kind}`, { seal })}
              {entryId !== null && (
                <code className="ml-1.5 text-xs text-ink-muted" translate="no">
                  {entryId}
                </code>
              )}
            </li>
          ))}
        </ul>
      )}
      {verdict.found > verdict.problems.length && (
        <p className="text-ink-muted">{t('integrity.more', { count: verdict.found - verdict.problems.length })}</p>
      )}
      {verdict.head && (
        <p className="text-xs text-ink-muted wrap-anywhere">
          {t('integrity.head', { seal: verdict.head.seal })} <code translate="no">{verdict.head.fingerprint}</code>
        </p>
      )}
    </>
  )
}
