import { Button, DateField, longestFactDays, useWords } from '@recado/sdk/ui'
import { daysOf, lastDays, type Span } from '../../figures/span.ts'

const usual = [7, 30, 90] as const
/** True for days that can be asked for. */
export const isSpan = (span: Span): boolean =>
  span.from !== '' && span.until !== '' && span.from <= span.until && daysOf(span) <= longestFactDays

/** The last days, or any two days. */
export function SpanChoice({ span, today, onChange }: { span: Span; today: string; onChange(span: Span): void }) {
  const { t } = useWords()
  const error =
    isSpan(span) || span.from === '' || span.until === ''
      ? undefined
      : t(span.from > span.until ? 'figures.badDays' : 'figures.tooManyDays', { count: longestFactDays })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div role="group" aria-label={t('figures.span')} className="flex gap-1">
        {usual.map((days) => {
          const last = lastDays(today, days)
          const isChosen = span.from === last.from && span.until === last.until
          return (
            <Button
              key={days}
              variant={isChosen ? 'primary' : 'secondary'}
              aria-pressed={isChosen}
              onClick={() => onChange(last)}
            >
              {t('figures.days', { count: days })}
            </Button>
          )
        })}
      </div>
      <DateField
        label={t('figures.from')}
        value={span.from}
        onValueChange={(from) => onChange({ ...span, from: from ?? '' })}
      />
      <DateField
        label={t('figures.until')}
        value={span.until}
        onValueChange={(until) => onChange({ ...span, until: until ?? '' })}
        {...(error && { error })}
      />
    </div>
  )
}
