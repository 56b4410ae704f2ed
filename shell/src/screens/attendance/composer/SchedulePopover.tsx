import { Button, DateTimeField, Popover, Select, useErrorText } from '@recado/sdk/ui'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import { useNow } from '../../../base/ui/use-now.ts'
import { localTime, schedulePresets } from './schedule-presets.ts'

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
const holds = [0, 5, 10, 20] as const

export interface SchedulePopoverProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Whether there is anything to send. */
  disabled: boolean
  /** Why the last attempt was refused. */
  error: unknown
  busy: boolean
  /** Until when the channel certainly takes what is written now; null for always. */
  windowEndsAt: Date | null
  /** Whether a message can be taken back on the channel itself. */
  canDelete: boolean
  onSchedule(at: Date): void
}

/** When to send: a time people mean most often, or any other. Also how long a message can be taken back. */
export function SchedulePopover({ open, onOpenChange, ...form }: SchedulePopoverProps) {
  const { t } = useTranslation('attendance')
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      side="top"
      align="end"
      label={t('schedule.title')}
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={
        <Button
          size="small"
          variant="ghost"
          icon={<CalendarClock size={17} />}
          aria-label={t('schedule.open')}
          title={t('schedule.open')}
        />
      }
    >
      <ScheduleForm {...form} />
    </Popover>
  )
}

/** A component of its own, so that times are worked out where it is open and not with every letter that is typed. */
function ScheduleForm({
  disabled,
  error,
  busy,
  windowEndsAt,
  canDelete,
  onSchedule,
}: Omit<SchedulePopoverProps, 'open' | 'onOpenChange'>) {
  const { t, i18n } = useTranslation('attendance')
  const textOf = useErrorText()
  const [preferences, setPreferences] = usePreferences()
  const [chosen, setChosen] = useState<string | null>('')
  const now = useNow()
  const written = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const own = chosen ? new Date(chosen) : null
  const isPast = own !== null && own.getTime() < now
  return (
    <div className="flex flex-col gap-3 p-1">
      <p className="font-semibold text-ink">{t('schedule.title')}</p>
      {disabled && <p className="text-list text-ink-muted">{t('schedule.nothing')}</p>}
      <div className="flex flex-col">
        {schedulePresets(new Date(now)).map(({ name, at }) => (
          <button
            key={name}
            type="button"
            disabled={disabled || busy}
            onClick={() => onSchedule(at)}
            className={
              'flex items-center justify-between gap-3 rounded-md px-2 py-2 text-left text-list hover:bg-hover ' +
              'focus-visible:bg-hover disabled:opacity-50'
            }
          >
            <span>{t(`schedule.preset.${name}`)}</span>
            <time dateTime={at.toISOString()} className="text-ink-muted tabular-nums">
              {written.format(at)}
            </time>
          </button>
        ))}
      </div>
      <form
        className="flex flex-col gap-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (own && !isPast) onSchedule(own)
        }}
      >
        <DateTimeField
          label={t('schedule.other')}
          value={chosen}
          min={localTime(new Date(now))}
          disabled={busy}
          error={isPast ? t('schedule.past') : undefined}
          help={t('schedule.zone', { zone: ownZone() })}
          onValueChange={setChosen}
        />
        {windowEndsAt && own && own > windowEndsAt && (
          <p className="text-list text-warning">{t('schedule.windowMayBeShut')}</p>
        )}
        <Button type="submit" variant="primary" size="small" busy={busy} disabled={disabled || own === null || isPast}>
          {t('schedule.confirm')}
        </Button>
      </form>
      {error !== null && (
        <p role="alert" className="text-list text-danger">
          {textOf(error)}
        </p>
      )}
      <label className="flex items-center justify-between gap-3 border-t border-line pt-3 text-list">
        <span>{t('undo.setting')}</span>
        <Select
          aria-label={t('undo.setting')}
          value={String(preferences.holdSeconds ?? 0)}
          options={holds.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('undo.never') : t('undo.seconds', { count: seconds }),
          }))}
          onValueChange={(value) =>
            setPreferences({ holdSeconds: holds.find((seconds) => String(seconds) === value) ?? 0 })
          }
        />
      </label>
      {canDelete && <p className="text-xs text-ink-muted">{t('undo.notHere')}</p>}
    </div>
  )
}
