import type { InstallationDeadLetter } from '../../base/contracts.ts'
import { Button } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../../base/i18n/per-locale.ts'
import type { LetterAct } from './dead-letters.ts'

const moment = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }))

interface DeadLetterItemProps {
  letter: InstallationDeadLetter
  busy: LetterAct | null
  isBlocked: boolean
  onAct(act: LetterAct): void
}

/** One dead letter: its event and consumer, the reason, and its acts. */
export function DeadLetterItem({ letter, busy, isBlocked, onAct }: DeadLetterItemProps) {
  const { t, i18n } = useTranslation('operations')
  const { consumer, seq, company, attempts, error, deadAt, event } = letter
  const at = (instant: string) => <time dateTime={instant}>{moment(i18n.language).format(new Date(instant))}</time>
  const action = (act: LetterAct, variant: 'secondary' | 'ghost') => (
    <Button
      size="small"
      variant={variant}
      busy={busy === act}
      disabled={isBlocked}
      data-act={act}
      onClick={() => onAct(act)}
      aria-label={t(`letters.${act}One`, { event: event.name, seq })}
    >
      {t(`letters.${act}`)}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-list first:pt-0 last:pb-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="wrap-anywhere">
          <span className="font-medium" translate="no">
            {event.name}
          </span>
          <span className="text-ink-muted"> · {company ?? t('letters.companyGone')}</span>
        </p>
        <p className="mt-0.5 whitespace-pre-line text-danger wrap-anywhere" translate="no">
          {error}
        </p>
        <p className="mt-0.5 text-ink-muted tabular-nums wrap-anywhere">
          <span translate="no">{consumer}</span> · {t('letters.attempts', { count: attempts })}
          {' · '}
          {t('letters.deadAt')} {at(deadAt)} · {t('letters.happenedAt')} {at(event.at)}
        </p>
      </div>
      <span className="flex gap-2">
        {action('replay', 'secondary')}
        {action('discard', 'ghost')}
      </span>
    </li>
  )
}
