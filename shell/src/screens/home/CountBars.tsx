import { Avatar } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

export interface CountRow {
  id: string
  name: string
  waiting: number
  attending: number
}

/** Rows of two counts, drawn to one scale so that they compare at a glance. */
export function CountBars({
  title,
  rows,
  people = false,
}: {
  title: string
  rows: readonly CountRow[]
  people?: boolean
}) {
  const { t } = useTranslation('home')
  const longest = Math.max(1, ...rows.map((row) => row.waiting + row.attending))
  if (rows.length === 0) return null
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-thread font-semibold">{title}</h2>
        <p className="flex gap-3 text-xs text-ink-muted">
          {!people && (
            <span className="flex items-center gap-1.5">
              <span className="size-2 rounded-full bg-warning" aria-hidden />
              {t('waiting')}
            </span>
          )}
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-full bg-accent" aria-hidden />
            {t('attending')}
          </span>
        </p>
      </div>
      <ul className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-list">
            <span className="flex min-w-0 items-center gap-2">
              {people && <Avatar name={row.name} size={22} decorative />}
              <span className="truncate font-medium">{row.name}</span>
            </span>
            <span className="text-ink-muted tabular-nums">
              {!people && (
                <span title={t('waiting')}>
                  {row.waiting}
                  <span className="sr-only"> {t('waiting')}, </span>
                  <span aria-hidden> · </span>
                </span>
              )}
              <span title={t('attending')} className="text-ink">
                {row.attending}
                <span className="sr-only"> {t('attending')}</span>
              </span>
            </span>
            <span className="col-span-2 flex h-1.5 overflow-hidden rounded-full bg-hover" aria-hidden>
              <span className="bg-warning transition-[width]" style={{ width: `${(row.waiting / longest) * 100}%` }} />
              <span className="bg-accent transition-[width]" style={{ width: `${(row.attending / longest) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
