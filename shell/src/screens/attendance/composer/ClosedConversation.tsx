import { Button } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'

interface ClosedConversationProps {
  ticket: Pick<Ticket, 'status'>
  hasDraft: boolean
  /** Takes the ticket into attendance. */
  onStart(): void
}

/** Stands for the composer of a ticket that nobody may write to as it is: resolved, or not yet taken. */
export function ClosedConversation({ ticket, hasDraft, onStart }: ClosedConversationProps) {
  const { t } = useTranslation('attendance')
  const isResolved = ticket.status === 'closed'
  return (
    <footer
      className={
        'flex shrink-0 flex-wrap items-center justify-center gap-3 border-t border-line bg-surface px-4 py-4 ' +
        'text-list text-ink-muted'
      }
    >
      <span>{t(isResolved ? 'composer.closed' : 'composer.pending')}</span>
      <Button size="small" onClick={onStart}>
        {t(isResolved ? 'act.reopen' : 'act.start')}
      </Button>
      {hasDraft && <span>{t('composer.draftKept')}</span>}
    </footer>
  )
}
