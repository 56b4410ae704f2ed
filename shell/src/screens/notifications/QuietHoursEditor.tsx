import { Button, Input, Switch } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuietHours } from '../../base/contracts.ts'
import { weekOrder, type Weekday } from '../../data/hours/weekly.ts'

const usual = { from: '18:00', to: '08:00' } as const

/** A week of quiet hours: per day when they begin and end. An end before the beginning is on the next morning. */
export function QuietHoursEditor({ value, onChange }: { value: QuietHours; onChange(value: QuietHours): void }) {
  const { t } = useTranslation('notifications')
  const set = (day: Weekday, span: QuietHours[Weekday]) => {
    const { [day]: _before, ...others } = value
    onChange(span ? { ...others, [day]: span } : others)
  }
  const [first] = weekOrder.filter((day) => value[day])
  return (
    <>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {weekOrder.map((day) => (
          <QuietDay key={day} day={day} span={value[day]} onChange={(span) => set(day, span)} />
        ))}
      </ul>
      {first &&
        weekOrder.some((day) => value[day]?.from !== value[first]!.from || value[day]?.to !== value[first]!.to) && (
          <div>
            <Button
              size="small"
              onClick={() => onChange(Object.fromEntries(weekOrder.map((day) => [day, value[first]!])))}
            >
              {t('quiet.everyDay', value[first]!)}
            </Button>
          </div>
        )}
    </>
  )
}

function QuietDay({
  day,
  span,
  onChange,
}: {
  day: Weekday
  span: QuietHours[Weekday]
  onChange(span: QuietHours[Weekday]): void
}) {
  const { t, i18n } = useTranslation('notifications')
  const name = weekdayName(day, i18n.language)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2">
      <Switch label={name} checked={span !== undefined} onCheckedChange={(on) => onChange(on ? usual : undefined)} />
      {span && (
        <span className="flex flex-wrap items-center gap-2 text-list">
          <Time
            label={t('quiet.from', { day: name })}
            value={span.from}
            onChange={(from) => onChange({ ...span, from })}
          />
          <span aria-hidden>–</span>
          <Time label={t('quiet.to', { day: name })} value={span.to} onChange={(to) => onChange({ ...span, to })} />
          {span.to <= span.from && <span className="text-ink-muted">{t('quiet.nextDay')}</span>}
        </span>
      )}
    </li>
  )
}

/** Half-typed times stay in the field; an incomplete one is reverted. */
function Time({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      type="time"
      aria-label={label}
      className="w-auto! tabular-nums"
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed && typed !== value) onChange(typed)
        setTyped(null)
      }}
    />
  )
}

/** In the user's language; 4 January 2026 was a Sunday. */
function weekdayName(day: Weekday, language: string): string {
  const name = new Date(2026, 0, 4 + Number(day)).toLocaleDateString(language, { weekday: 'long' })
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
