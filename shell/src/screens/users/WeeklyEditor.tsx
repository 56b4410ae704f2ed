import { Checkbox, DropdownMenu, IconButton, Input, MenuItem, MenuSeparator } from '@recado/sdk/ui'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Shift, WeeklyShifts } from '../../base/contracts.ts'
import {
  brokenDays,
  copyDay,
  partialShifts,
  setHours,
  toggleShift,
  weekOrder,
  workdays,
  type Weekday,
} from '../../data/hours/weekly.ts'

interface WeeklyEditorProps {
  value: WeeklyShifts
  onChange(value: WeeklyShifts): void
  disabled?: boolean
}

const shiftsOf = ['full_day', ...partialShifts] as const

/** A week of shifts (S3-040): per day what is worked, from when to when, and the same for other days. */
export function WeeklyEditor({ value, onChange, disabled = false }: WeeklyEditorProps) {
  const { t } = useTranslation('people')
  const broken = brokenDays(value)
  const nameOf = useWeekdayNames()
  return (
    <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
      {weekOrder.map((day) => (
        <li key={day} className="px-3 py-2">
          <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
            <legend className="sr-only">{nameOf(day)}</legend>
            <div className="flex items-center justify-between gap-2">
              <span aria-hidden className="text-list font-medium">
                {nameOf(day)}
              </span>
              {!disabled && (
                <DropdownMenu
                  trigger={
                    <IconButton
                      size="small"
                      icon={<Copy size={14} />}
                      label={t('hours.copyDay', { day: nameOf(day) })}
                    />
                  }
                >
                  <MenuItem onSelect={() => onChange(copyDay(value, day, weekOrder))}>{t('hours.allDays')}</MenuItem>
                  <MenuItem onSelect={() => onChange(copyDay(value, day, workdays))}>{t('hours.workdays')}</MenuItem>
                  <MenuSeparator />
                  {weekOrder
                    .filter((other) => other !== day)
                    .map((other) => (
                      <MenuItem key={other} onSelect={() => onChange(copyDay(value, day, [other]))}>
                        {nameOf(other)}
                      </MenuItem>
                    ))}
                </DropdownMenu>
              )}
            </div>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {shiftsOf.map((shift) => (
                <Checkbox
                  key={shift}
                  checked={value[day]?.[shift] !== undefined}
                  onCheckedChange={(on) => onChange(toggleShift(value, day, shift, on))}
                  label={t(`hours.shift.${shift}`)}
                />
              ))}
            </div>
            {shiftsOf
              .filter((shift) => value[day]?.[shift] !== undefined)
              .map((shift) => (
                <ShiftHours
                  key={shift}
                  day={day}
                  shift={shift}
                  week={value}
                  dayName={nameOf(day)}
                  onChange={onChange}
                />
              ))}
            {broken.includes(day) && (
              <p role="alert" className="k-field-error">
                {t('hours.endBeforeStart')}
              </p>
            )}
          </fieldset>
        </li>
      ))}
    </ul>
  )
}

function ShiftHours({
  day,
  shift,
  week,
  dayName,
  onChange,
}: {
  day: Weekday
  shift: Shift
  week: WeeklyShifts
  dayName: string
  onChange(value: WeeklyShifts): void
}) {
  const { t } = useTranslation('people')
  const { start, end } = week[day]![shift]!
  const name = { day: dayName, shift: t(`hours.shift.${shift}`) }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-list">
      <span aria-hidden className="w-full shrink-0 text-ink-muted pane:w-20">
        {name.shift}
      </span>
      <Input
        type="time"
        className="w-auto! tabular-nums"
        aria-label={t('hours.start', name)}
        value={start}
        onChange={(event) => onChange(setHours(week, day, shift, { start: event.target.value }))}
      />
      <span aria-hidden>–</span>
      <Input
        type="time"
        className="w-auto! tabular-nums"
        aria-label={t('hours.end', name)}
        value={end === '24:00' ? '00:00' : end}
        onChange={(event) => onChange(setHours(week, day, shift, { end: event.target.value }))}
      />
    </div>
  )
}

/** Names of weekdays in the user's language; 4 January 2026 was a Sunday. */
export function useWeekdayNames(): (day: Weekday) => string {
  const { i18n } = useTranslation()
  return (day) => {
    const name = new Date(2026, 0, 4 + Number(day)).toLocaleDateString(i18n.language, { weekday: 'long' })
    return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1)
  }
}
