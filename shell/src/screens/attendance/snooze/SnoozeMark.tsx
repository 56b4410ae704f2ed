import { Button } from '@recado/sdk/ui'
import { AlarmClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import type { Ticket } from '../../../base/contracts.ts'

/** Until when a ticket is put off, in a sentence, by the clock of the company. */
export function useSnoozeText(): (snooze: { readonly until: string | null }) => string {
  const { t, i18n } = useTranslation('attendance')
  const { timeZone } = useManifest()
  return ({ until }) =>
    until === null
      ? t('snooze.untilAnswer')
      : t('snooze.until', {
          at: new Intl.DateTimeFormat(i18n.language, {
            timeZone,
            weekday: 'short',
            day: '2-digit',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          }).format(new Date(until)),
        })
}

/** In a row of the list: that the ticket is put off. */
export function SnoozeMark({ snooze }: { snooze: NonNullable<Ticket['snooze']> }) {
  const words = useSnoozeText()(snooze)
  return (
    <span role="img" aria-label={words} title={words} className="inline-flex shrink-0 text-accent-text">
      <AlarmClock size={13} aria-hidden />
    </span>
  )
}

/** Above the conversation of a ticket that is put off: until when, and the way back. */
export function SnoozeBar({
  snooze,
  onWake,
}: {
  snooze: NonNullable<Ticket['snooze']>
  onWake?: (() => void) | undefined
}) {
  const { t } = useTranslation('attendance')
  const words = useSnoozeText()(snooze)
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-list"
    >
      <AlarmClock size={15} className="shrink-0 text-accent-text" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{words}</span>
      {onWake && (
        <Button size="small" variant="ghost" onClick={onWake}>
          {t('act.wake')}
        </Button>
      )}
    </div>
  )
}
