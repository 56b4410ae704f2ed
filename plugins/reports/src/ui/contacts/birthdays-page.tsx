import { DateField, Field, NoPermission, Select, usePermission, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { daysIn, mostBirthdayDays } from '../../period/period.ts'
import { ContactReportPage } from './contact-report-page.tsx'

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const period = 'period'

/** `/relatorios/aniversariantes-do-mes` (S2-066); a month or a period (S5-101). */
export default function BirthdaysPage() {
  return usePermission('read') ? <Birthdays /> : <NoPermission />
}

function Birthdays() {
  const { t, i18n } = useWords()
  const [thisMonth] = useState(() => String(new Date().getMonth() + 1))
  /** A month, a period of one's own, or nothing yet. */
  const [chosen, setChosen] = useState(thisMonth)
  const [from, setFrom] = useState<string | null>('')
  const [to, setTo] = useState<string | null>('')
  const isPeriod = chosen === period
  const days = isPeriod && from && to ? daysIn({ from, to }) : undefined
  const isWrong = days !== undefined && (days < 1 || days > mostBirthdayDays)
  const monthName = (month: number): string =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1))
  const wrong = t('errors.ERR_REPORT_PERIOD_detail', { limit: mostBirthdayDays })
  return (
    <ContactReportPage
      name="birthdays"
      path="birthdays"
      icon="calendar"
      query={isPeriod ? { from: from ?? '', to: to ?? '' } : { month: chosen }}
      missing={
        chosen === '' || (isPeriod && days === undefined)
          ? t('errors.ERR_REPORT_NEEDS_PERIOD')
          : isWrong
            ? t('errors.ERR_REPORT_PERIOD')
            : undefined
      }
      onClear={() => setChosen(thisMonth)}
      filters={
        <div className="grid gap-4 md:grid-cols-3">
          <Field label={t('filters.month.label')}>
            <Select
              value={chosen}
              options={[
                { value: '', label: t('filters.month.none') },
                ...months.map((month) => ({ value: String(month), label: monthName(month) })),
                { value: period, label: t('filters.month.period') },
              ]}
              onValueChange={setChosen}
            />
          </Field>
          {isPeriod && (
            <>
              <DateField
                label={t('filters.from.label')}
                value={from}
                error={isWrong ? wrong : undefined}
                onValueChange={setFrom}
              />
              <DateField label={t('filters.to.label')} value={to} onValueChange={setTo} />
            </>
          )}
        </div>
      }
    />
  )
}
