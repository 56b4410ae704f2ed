import type { Message, Ticket } from '../../contracts.ts'
import type { Channel } from '../use-channel.ts'
import type { MessageActs } from '../use-message-acts.ts'
import { Composer } from './Composer.tsx'
import { EditMessage } from './EditMessage.tsx'
import { ScheduledMessages } from './ScheduledMessages.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { wasRefusedByWindow } from './use-service-window.ts'
import type { OpenedToWrite } from './use-write-at-once.ts'
import { WriteTabs } from './WriteTabs.tsx'

/** Below the thread: the composer, and in its place what is edited or chosen. The composer stays as it was meanwhile. */
export function Foot({ ticket, channel, messages, acts, writing, onStart }: { ticket: Ticket; channel: Channel | undefined; messages: readonly Message[]; acts: MessageActs; writing: OpenedToWrite | null; onStart(): void }) {
  const { editing, selection } = acts
  const isElsewhere = selection !== null || editing !== null
  return (
    <>
      {selection ? <SelectionBar count={selection.size} onForward={() => acts.forward([...selection])} onCancel={acts.unselect} />
        : editing && channel && <EditMessage key={editing.id} message={editing} capabilities={channel.capabilities} onClose={() => acts.edit(null)} />}
      <div hidden={isElsewhere}>
        <ScheduledMessages ticketId={ticket.id} />
        <WriteTabs ticket={ticket} replyTo={acts.replyTo}>
          <Composer ticket={ticket} channel={channel} replyTo={acts.replyTo} writing={writing} isRefused={wasRefusedByWindow(messages)} onReplyTo={acts.reply} onStart={onStart} />
        </WriteTabs>
      </div>
    </>
  )
}
