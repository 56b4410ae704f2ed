import { MenuItem, MenuSeparator, toast, usePermission, useViewer } from '@recado/sdk/ui'
import { Copy, Forward, ListChecks, Pencil, Reply, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isSupported, mayAct, type ChannelCapabilities, type Message, type MessageAct, type Ticket } from '../../contracts.ts'
import type { ThreadActions } from './thread-actions.ts'

export interface MessageMenuProps { ticket: Ticket; message: Message; capabilities: ChannelCapabilities | undefined; actions: ThreadActions }

/** Whether this user may do it to this message now, on this channel: by the rule by which the server refuses. */
export function useMayAct({ message, capabilities }: Pick<MessageMenuProps, 'message' | 'capabilities'>): (act: MessageAct) => boolean {
  const viewer = useViewer()
  const mayWrite = usePermission('messages.write')
  return (act) => mayWrite && capabilities !== undefined && message.act?.state !== 'pending' && mayAct(act, capabilities, message, viewer, new Date()).ok
}

/** What a message's menu offers. `onLeave` is called for entries that lead the focus elsewhere. */
export function MessageEntries({ message, capabilities, actions, onLeave }: MessageMenuProps & { onLeave?: () => void }) {
  const { t } = useTranslation('attendance')
  const may = useMayAct({ message, capabilities })
  const mayWrite = usePermission('messages.write')
  const present = !message.isDeleted && mayWrite
  const lead = (go: (message: Message) => void) => () => {
    onLeave?.()
    go(message)
  }
  return (
    <>
      {present && capabilities && isSupported(capabilities.reply) && <MenuItem icon={<Reply size={15} />} onSelect={lead(actions.onReply)}>{t('message.reply')}</MenuItem>}
      <MenuItem icon={<Copy size={15} />} disabled={message.body === ''} onSelect={() => void navigator.clipboard.writeText(message.body).then(() => toast.success(t('message.copied')))}>{t('shell:action.copy')}</MenuItem>
      {present && <MenuItem icon={<Forward size={15} />} onSelect={lead(actions.onForward)}>{t('message.forward')}</MenuItem>}
      {present && <MenuItem icon={<ListChecks size={15} />} onSelect={lead(actions.onSelect)}>{t('message.select')}</MenuItem>}
      {may('edit') && <MenuItem icon={<Pencil size={15} />} onSelect={lead(actions.onEdit)}>{t('message.edit')}</MenuItem>}
      {may('delete') && <MenuSeparator />}
      {may('delete') && <MenuItem icon={<Trash2 size={15} />} tone="danger" onSelect={lead(actions.onDelete)}>{t('message.delete')}</MenuItem>}
    </>
  )
}
