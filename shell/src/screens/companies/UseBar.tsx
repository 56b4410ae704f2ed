import { classNames, useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

export interface UseBarProps {
  label: string
  used: number
  limit: number | null
  /** From which share on the bar warns; 0.8 when absent. */
  warnsFrom?: number
  /** Format of an amount; a whole number when absent. */
  written?: (amount: number) => string
}

/** Used share of a limit. Without a limit the number alone. */
export function UseBar({ label, used, limit, warnsFrom = 0.8, written }: UseBarProps) {
  const { t } = useTranslation('companies')
  const { whole } = useNumberFormat()
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
  const write = written ?? whole
  const text =
    limit === null ? t('use.unlimited', { used: write(used) }) : t('use.of', { used: write(used), limit: write(limit) })
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2 text-xs">
        <span className="truncate text-ink-muted">{label}</span>
        <span
          className={classNames('shrink-0 tabular-nums', limit !== null && used > limit && 'font-medium text-danger')}
        >
          {text}
        </span>
      </div>
      {limit !== null && (
        <div className="mt-1 h-1 overflow-hidden rounded-sm bg-hover" aria-hidden>
          <div
            className={classNames(
              'h-full rounded-sm',
              share >= 1 ? 'bg-danger' : share >= warnsFrom ? 'bg-warning' : 'bg-accent',
            )}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
