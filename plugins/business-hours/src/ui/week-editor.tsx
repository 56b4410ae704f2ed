import { Button, Checkbox, Field, Icon, Input, Select, useWords } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { dayModes, type Day, type Shift, type Week } from '../calendar/day.ts'
import { readingOrder, usualDay } from './usual-week.ts'

interface WeekEditorProps {
  week: Week
  /** Mistakes by their path, `days.1.morning.end`. */
  issues: Readonly<Record<string, string>>
  onChange(week: Week): void
}

const shiftNames = ['morning', 'afternoon'] as const

/** Hours of each weekday: open or closed all day, or a morning and an afternoon. */
export function WeekEditor({ week, issues, onChange }: WeekEditorProps) {
  const { t } = useWords()
  const { i18n } = useTranslation()
  const name = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' })
  const titleOf = (day: string): string => name.format(Date.UTC(2023, 0, 1 + Number(day)))
  const copyMonday = (): void => onChange({ ...week, '2': week['1'], '3': week['1'], '4': week['1'], '5': week['1'] })
  return (
    <div className="@container flex flex-col gap-3">
      {readingOrder.map((day) => (
        <fieldset key={day} className="rounded-md border border-line p-3">
          <legend className="px-1 text-list font-medium first-letter:uppercase">{titleOf(day)}</legend>
          <div className="flex flex-col gap-2 @xl:grid @xl:grid-cols-[11rem_1fr] @xl:gap-6">
            <Field label={t('week.modeOf', { day: titleOf(day) })} hideLabel>
              <Select
                value={week[day].mode}
                options={dayModes.map((mode) => ({ value: mode, label: t(`week.mode.${mode}`) }))}
                onValueChange={(mode) =>
                  onChange({ ...week, [day]: mode === 'hours' ? usualDay : { mode: mode as 'open' | 'closed' } })
                }
              />
            </Field>
            {week[day].mode === 'hours' && (
              <div className="flex flex-col gap-2">
                <Shifts
                  day={week[day]}
                  title={titleOf(day)}
                  issues={issues}
                  path={`days.${day}`}
                  onChange={(changed) => onChange({ ...week, [day]: changed })}
                />
              </div>
            )}
          </div>
        </fieldset>
      ))}
      <Button size="small" className="self-start" icon={<Icon name="copy" size={14} />} onClick={copyMonday}>
        {t('week.copyMonday')}
      </Button>
    </div>
  )
}

interface ShiftsProps {
  day: Extract<Day, { mode: 'hours' }>
  title: string
  issues: Readonly<Record<string, string>>
  path: string
  onChange(day: Day): void
}

function Shifts({ day, title, issues, path, onChange }: ShiftsProps) {
  const { t } = useWords()
  return shiftNames.map((shift) => {
    const hours = day[shift]
    const label = t(`week.${shift}`)
    const set = (change: Partial<Shift>): void => onChange({ ...day, [shift]: { ...hours!, ...change } })
    const wrong = [shift, `${shift}.start`, `${shift}.end`].map((at) => issues[`${path}.${at}`]).find(Boolean)
    return (
      <div
        key={shift}
        className={
          'grid grid-cols-[minmax(0,1fr)_6.75rem_6.75rem] items-center gap-x-2 gap-y-1 ' +
          '@xl:grid-cols-[7rem_8rem_8rem] @xl:gap-x-3'
        }
      >
        <Checkbox
          checked={hours !== null}
          label={label}
          onCheckedChange={(isThere) =>
            onChange({ ...day, [shift]: isThere ? (usualDay as Extract<Day, { mode: 'hours' }>)[shift] : null })
          }
        />
        {hours !== null &&
          (['start', 'end'] as const).map((end) => (
            <Field key={end} label={t(`week.${end}Of`, { shift: label, day: title })} hideLabel error={undefined}>
              <Input
                type="time"
                className="w-full px-2"
                aria-invalid={wrong !== undefined}
                value={hours[end] === '24:00' ? '00:00' : hours[end]}
                onChange={(event) =>
                  set({ [end]: end === 'end' && event.target.value === '00:00' ? '24:00' : event.target.value })
                }
              />
            </Field>
          ))}
        {wrong !== undefined && (
          <p role="alert" className="col-span-full text-xs text-danger">
            {wrong}
          </p>
        )}
      </div>
    )
  })
}
