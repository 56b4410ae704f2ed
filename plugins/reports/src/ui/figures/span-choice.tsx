import { Button, DateField, longestFactDays, useWords } from '@recado/sdk/ui'
import { spanOfPeriod, type FigurePeriod } from '../../figures/figure-period.ts'
import { daysOf, type Span } from '../../figures/span.ts'

const usual = [7, 30, 90] as const
const months = ['this', 'last'] as const
/** True for days that can be asked for. */
export const isSpan = (span: Span): boolean =>
  span.from !== '' && span.until !== '' && span.from <= span.until && daysOf(span) <= longestFactDays

interface SpanChoiceProps {
  readonly span: Span
  readonly today: string
  onChange(period: FigurePeriod): void
}
/** The last days, a month, or any two days. */
export function SpanChoice({ span, today, onChange }: SpanChoiceProps) {
  const { t } = useWords()
  const error =
    isSpan(span) || span.from === '' || span.until === ''
      ? undefined
      : t(span.from > span.until ? 'figures.badDays' : 'figures.tooManyDays', { count: longestFactDays })
  const periods = [
    ...usual.map((days) => ({ period: { kind: 'last', days } as const, name: t('figures.days', { count: days }) })),
    ...months.map((which) => ({ period: { kind: 'month', which } as const, name: t(`saved.month.${which}`) })),
  ]
  // On the last day of a month two of them are the same days: one is shown as chosen.
  const chosen = periods.find(({ period }) => {
    const days = spanOfPeriod(period, today)
    return span.from === days.from && span.until === days.until
  })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div role="group" aria-label={t('figures.span')} className="flex flex-wrap gap-1">
        {periods.map((one) => (
          <Button
            key={one.name}
            variant={one === chosen ? 'primary' : 'secondary'}
            aria-pressed={one === chosen}
            onClick={() => onChange(one.period)}
          >
            {one.name}
          </Button>
        ))}
      </div>
      <DateField
        label={t('figures.from')}
        value={span.from}
        onValueChange={(from) => onChange({ kind: 'days', ...span, from: from ?? '' })}
      />
      <DateField
        label={t('figures.until')}
        value={span.until}
        onValueChange={(until) => onChange({ kind: 'days', ...span, until: until ?? '' })}
        {...(error && { error })}
      />
    </div>
  )
}
