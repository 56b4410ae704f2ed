import { DateField, Field, Select } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketDaySpans, ticketDaySubjects, type TicketDays } from '../../../base/contracts.ts'
import { dayOf } from '../../../base/i18n/calendar-days.ts'
import { isDay, readDays } from '../../../data/tickets/read-days.ts'

/** Narrows the list to days, by the clock of the company: a span that moves with the calendar, or days of one's own. */
export function DaysChoice({ days, onChange }: { days: TicketDays | null; onChange(days: TicketDays | null): void }) {
  const { t } = useTranslation('attendance')
  const [subject, setSubject] = useState<TicketDays['of']>(days?.of ?? 'created')
  // A range is the list's once both days are there.
  const [range, setRange] = useState<{ from: string | null; until: string | null } | null>(
    days && 'from' in days ? days : null,
  )
  const of = days?.of ?? subject
  const own = days && 'from' in days ? days : days === null ? range : null
  const chosen = days && 'span' in days ? days.span : own ? 'own' : 'any'
  const choose = (span: string) => {
    const known = ticketDaySpans.find((one) => one === span)
    if (known !== undefined) {
      setRange(null)
      return onChange({ of, span: known })
    }
    const today = dayOf(new Date())
    setRange(span === 'own' ? { from: today, until: today } : null)
    onChange(span === 'own' ? { of, from: today, until: today } : null)
  }
  const take = (next: { from: string | null; until: string | null }) => {
    setRange(next)
    onChange(readDays({ of, ...next }))
  }
  return (
    <fieldset className="grid grid-cols-2 gap-2 border-t border-line pt-3">
      <legend className="float-left col-span-2 mb-1 text-xs font-medium text-ink-muted">
        {t('filter.days.title')}
      </legend>
      <Field label={t('filter.days.subject')}>
        <Select
          value={of}
          options={ticketDaySubjects.map((one) => ({ value: one, label: t(`filter.days.of.${one}`) }))}
          onValueChange={(one) => {
            const next = ticketDaySubjects.find((known) => known === one) ?? 'created'
            setSubject(next)
            if (days) onChange({ ...days, of: next })
          }}
        />
      </Field>
      <Field label={t('filter.days.when')}>
        <Select
          value={chosen}
          options={(['any', ...ticketDaySpans, 'own'] as const).map((one) => ({
            value: one,
            label: t(`filter.days.span.${one}`),
          }))}
          onValueChange={choose}
        />
      </Field>
      {own && (
        <>
          <DateField
            label={t('filter.days.from')}
            value={own.from}
            {...(isDay(own.until) && { max: own.until })}
            onValueChange={(from) => take({ ...own, from })}
          />
          <DateField
            label={t('filter.days.until')}
            value={own.until}
            {...(isDay(own.from) && { min: own.from })}
            onValueChange={(until) => take({ ...own, until })}
            {...(isDay(own.from) && isDay(own.until) && own.from > own.until && { error: t('filter.days.reversed') })}
          />
        </>
      )}
    </fieldset>
  )
}
