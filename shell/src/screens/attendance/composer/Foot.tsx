import { usePermission } from '@recado/sdk/ui'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import type { Channel } from '../use-channel.ts'
import type { MessageActs } from '../use-message-acts.ts'
import { Composer } from './Composer.tsx'
import { EditMessage } from './EditMessage.tsx'
import { ScheduledMessages } from './ScheduledMessages.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { OpenedToWrite } from './use-write-at-once.ts'
import { WriteTabs } from './WriteTabs.tsx'

interface FootProps {
  ticket: Ticket
  channel: Channel | undefined
  /** The provider reports a closed window, contrary to our own calculation. */
  isRefused: boolean
  acts: MessageActs
  /** Set where the ticket was opened with the mouse. */
  writing: OpenedToWrite | null
  onStart(): void
}

/**
 * Below the thread: the composer, and in its place the edit or the selection. The composer stays as it was meanwhile. A
 * user who may not answer sees the reason.
 */
export const Foot = memo(function Foot({ ticket, channel, isRefused, acts, writing, onStart }: FootProps) {
  const mayAnswer = usePermission('messages.write')
  const mayStart = usePermission('tickets.write')
  const isLive = ticket.status === 'open' || ticket.status === 'group'
  const { editing, selection } = acts
  const isElsewhere = selection !== null || editing !== null
  return (
    <>
      {selection ? (
        <SelectionBar count={selection.size} onForward={() => acts.forward([...selection])} onCancel={acts.unselect} />
      ) : (
        editing &&
        channel && (
          <EditMessage
            key={editing.id}
            message={editing}
            capabilities={channel.capabilities}
            onClose={() => acts.edit(null)}
          />
        )
      )}
      <div hidden={isElsewhere}>
        <ScheduledMessages ticketId={ticket.id} />
        <WriteTabs ticket={ticket} replyTo={acts.replyTo}>
          {mayAnswer && (mayStart || isLive) ? (
            <Composer
              ticket={ticket}
              channel={channel}
              replyTo={acts.replyTo}
              writing={writing}
              isRefused={isRefused}
              onReplyTo={acts.reply}
              onStart={onStart}
            />
          ) : (
            <ReadOnly />
          )}
        </WriteTabs>
      </div>
    </>
  )
})

/** In the place of the composer, for whose account the server would refuse what is written. */
function ReadOnly() {
  const { t } = useTranslation('attendance')
  return (
    <footer
      role="status"
      className="shrink-0 border-t border-line bg-surface px-4 py-4 text-center text-list text-ink-muted"
    >
      {t('composer.readOnly')}
    </footer>
  )
}
