import { Button, DateTimeField, Dialog } from '@recado/sdk/ui'
import { MessageCircleReply } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import { snoozeHorizonDays } from '../../../base/contracts.ts'
import { useNow } from '../../../base/ui/use-now.ts'
import { localOf, momentOf, snoozePresets } from './snooze-times.ts'

const choice =
  'flex items-center justify-between gap-3 rounded-md px-2.5 py-2 text-left text-thread hover:bg-hover ' +
  'focus-visible:bg-hover'

/**
 * Until when: a time people mean most often, the contact's next message, or any other time, by the clock of the
 * company.
 */
export function SnoozeDialog({
  what,
  onSnooze,
  onClose,
}: {
  what: string
  onSnooze(until: string | null): void
  onClose(): void
}) {
  const { t, i18n } = useTranslation('attendance')
  const { timeZone } = useManifest()
  const [chosen, setChosen] = useState<string | null>('')
  const now = useNow()
  const written = new Intl.DateTimeFormat(i18n.language, {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const own = chosen ? momentOf(chosen, timeZone) : null
  const isPast = own !== null && own.getTime() < now
  const isFar = own !== null && own.getTime() > now + snoozeHorizonDays * 86_400_000
  const put = (until: Date | null) => {
    onSnooze(until?.toISOString() ?? null)
    onClose()
  }
  return (
    <Dialog
      title={t('snooze.title')}
      description={what}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-col">
          {snoozePresets(new Date(now), timeZone).map(({ name, at }, index) => (
            <button key={name} type="button" autoFocus={index === 0} className={choice} onClick={() => put(at)}>
              <span>{t(`snooze.preset.${name}`)}</span>
              <time dateTime={at.toISOString()} className="text-list text-ink-muted tabular-nums">
                {written.format(at)}
              </time>
            </button>
          ))}
          <button type="button" className={choice} onClick={() => put(null)}>
            <span>{t('snooze.preset.answer')}</span>
            <MessageCircleReply size={16} className="text-ink-muted" aria-hidden />
          </button>
        </div>
        <form
          className="flex flex-col gap-2 border-t border-line pt-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (own && !isPast && !isFar) put(own)
          }}
        >
          <DateTimeField
            label={t('snooze.other')}
            value={chosen}
            min={localOf(new Date(now), timeZone)}
            max={localOf(new Date(now + snoozeHorizonDays * 86_400_000), timeZone)}
            error={isPast ? t('schedule.past') : isFar ? t('snooze.far', { days: snoozeHorizonDays }) : undefined}
            help={t('snooze.zone', { zone: timeZone.replaceAll('_', ' ') })}
            onValueChange={setChosen}
          />
          <Button type="submit" variant="primary" disabled={own === null || isPast || isFar}>
            {t('snooze.confirm')}
          </Button>
        </form>
        <p className="text-xs text-ink-muted">{t('snooze.detail')}</p>
      </div>
    </Dialog>
  )
}
