import type { FactRow } from '@recado/sdk'
import { Table, useWords } from '@recado/sdk/ui'
import { heatOf } from './heat.ts'
import { NumberButton } from './number-button.tsx'
import { busyQuery, type ChosenNumber, type FigureFilter } from './questions.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7]
/** A Monday, to name weekdays by. */
const monday = Date.UTC(2026, 0, 5)

interface BusyHoursProps {
  readonly title: string
  readonly rows: readonly FactRow[]
  readonly filter: FigureFilter
}
/** When contacts write: messages by weekday and hour, the more the darker. Its numbers are in the cells. */
export function BusyHours({ title, rows, filter }: BusyHoursProps) {
  const { t, i18n } = useWords()
  const counts = new Map(rows.map(({ by, count }) => [`${by[0]!.value}/${by[1]!.value}`, count]))
  const most = Math.max(1, ...counts.values())
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const whole = new Intl.DateTimeFormat(i18n.language, {
    ...{ weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' },
  })
  const opens = (day: number, hour: number): ChosenNumber => ({
    title: t('behind.of', {
      name: t('figures.received'),
      of: whole.format(new Date(monday + (day - 1) * 86_400_000 + hour * 3_600_000)),
    }),
    query: busyQuery(filter, day, hour),
  })
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-thread font-semibold">{title}</h2>
      <p className="text-list text-ink-muted">{t('figures.busyHelp')}</p>
      <Table label={title} className="text-center text-xs tabular-nums">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('figures.weekday')}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="px-0! text-center!">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((day) => (
            <tr key={day}>
              <th scope="row">{weekday.format(new Date(monday + (day - 1) * 86_400_000))}</th>
              {hours.map((hour) => {
                const count = counts.get(`${day}/${hour}`) ?? 0
                const share = heatOf(count, most)
                return (
                  <td
                    key={hour}
                    className="min-w-7 p-0.5! text-center!"
                    style={{
                      background: `color-mix(in oklch, var(--color-accent) ${share}%, transparent)`,
                      color: share === 100 ? 'var(--color-accent-ink)' : 'var(--color-ink)',
                    }}
                  >
                    {count === 0 ? (
                      <span className="text-ink-muted">·</span>
                    ) : (
                      <NumberButton text={String(count)} opens={opens(day, hour)} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
