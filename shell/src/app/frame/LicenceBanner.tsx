import { usePermission } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LicenceDetail } from '../../base/contracts.ts'
import { daysUntil } from '../../data/licence/days-until.ts'
import { useLicence } from '../../data/licence/use-licence.ts'

/** A trial or a licence that ends is announced this many days before. */
const announcedDays = 7

/** Notice of the licence for administrators; undefined for none. */
export function noticeOf(
  { state, trialEndsAt, expiresAt }: Pick<LicenceDetail, 'state' | 'trialEndsAt' | 'expiresAt'>,
  now: number,
): { key: string; days?: number } | undefined {
  if (state !== 'none' && state !== 'valid') return { key: `licence.${state}` }
  const [end, key] =
    state === 'valid' ? ([expiresAt, 'licence.ending'] as const) : ([trialEndsAt, 'licence.trial'] as const)
  if (end === null) return undefined
  const days = daysUntil(end, now)
  return days <= announcedDays || key === 'licence.trial' ? { key, days } : undefined
}

/** Notice for users who manage the licence: a problem with it, or the end of the trial. Others do not see it. */
export const LicenceBanner = () => (usePermission('licence.manage') ? <Notice /> : null)

function Notice() {
  const { t } = useTranslation()
  const { data, dataUpdatedAt } = useLicence()
  const notice = data && noticeOf(data, dataUpdatedAt)
  return (
    <div role="status" className="shrink-0">
      {notice && (
        <div
          className={
            'flex min-h-9 flex-wrap items-center justify-center gap-x-2 border-b border-line px-4 py-1 text-list ' +
            (notice.key === 'licence.trial' ? 'bg-accent-soft text-accent-text' : 'bg-warning-soft text-warning')
          }
        >
          <CalendarClock size={14} aria-hidden />
          <span>{t(notice.key, { count: notice.days ?? 0 })}</span>
          <Link to="/configuracoes/licenca" className="font-medium underline underline-offset-2">
            {t('licence.see')}
          </Link>
        </div>
      )}
    </div>
  )
}
