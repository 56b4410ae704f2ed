import { MenuItem, MenuSeparator, toast, usePermission, useViewer } from '@recado/sdk/ui'
import { CircleStop, Copy, Forward, ListChecks, Pencil, Reply, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSupported,
  mayAct,
  type ChannelCapabilities,
  type Message,
  type MessageAct,
} from '../../../base/contracts.ts'
import type { ThreadActions } from './thread-actions.ts'

export interface MessageMenuProps {
  message: Message
  capabilities: ChannelCapabilities | undefined
  actions: ThreadActions
}

/** Whether this user may do it to this message now, on this channel: by the rule by which the server refuses. */
export function useMayAct({
  message,
  capabilities,
}: Pick<MessageMenuProps, 'message' | 'capabilities'>): (act: MessageAct) => boolean {
  const viewer = useViewer()
  const mayWrite = usePermission('messages.write')
  return (act) =>
    mayWrite &&
    capabilities !== undefined &&
    message.act?.state !== 'pending' &&
    mayAct(act, capabilities, message, viewer, new Date()).ok
}

/** Whether this user may quote this message in an answer on this channel. */
export function useMayReply({ message, capabilities }: Pick<MessageMenuProps, 'message' | 'capabilities'>): boolean {
  const mayWrite = usePermission('messages.write')
  return mayWrite && !message.isDeleted && capabilities !== undefined && isSupported(capabilities.reply)
}

/** While a menu is open it keeps the focus: entries that need it run when the menu has closed. */
export interface Leading {
  /** For an entry that leads the focus elsewhere. */
  lead(go: () => void): void
  /** For an entry that opens a window, which gives the focus back to what had it before the menu. */
  leave(go: () => void): void
  onCloseAutoFocus(event: Event): void
}

export function useLeading(): Leading {
  const next = useRef<((event: Event) => void) | null>(null)
  return {
    lead: (go) => {
      next.current = (event) => {
        event.preventDefault()
        go()
      }
    },
    leave: (go) => {
      // The focus goes back right after the event.
      next.current = () => queueMicrotask(go)
    },
    onCloseAutoFocus: (event) => {
      next.current?.(event)
      next.current = null
    },
  }
}

export function MessageEntries({ message, capabilities, actions, leading }: MessageMenuProps & { leading: Leading }) {
  const { t } = useTranslation('attendance')
  const may = useMayAct({ message, capabilities })
  const mayWrite = usePermission('messages.write')
  const mayReply = useMayReply({ message, capabilities })
  const present = !message.isDeleted && mayWrite
  const lead = (go: (message: Message) => void) => () => leading.lead(() => go(message))
  const leave = (go: (message: Message) => void) => () => leading.leave(() => go(message))
  return (
    <>
      {mayReply && (
        <MenuItem icon={<Reply size={15} />} onSelect={lead(actions.onReply)}>
          {t('message.reply')}
        </MenuItem>
      )}
      <MenuItem
        icon={<Copy size={15} />}
        disabled={message.body === ''}
        onSelect={() => void navigator.clipboard.writeText(message.body).then(() => toast.success(t('message.copied')))}
      >
        {t('shell:action.copy')}
      </MenuItem>
      {present && (
        <MenuItem icon={<Forward size={15} />} onSelect={leave(actions.onForward)}>
          {t('message.forward')}
        </MenuItem>
      )}
      {present && (
        <MenuItem icon={<ListChecks size={15} />} onSelect={lead(actions.onSelect)}>
          {t('message.select')}
        </MenuItem>
      )}
      {may('edit') && (
        <MenuItem icon={<Pencil size={15} />} onSelect={lead(actions.onEdit)}>
          {t('message.edit')}
        </MenuItem>
      )}
      {may('stopPoll') && (
        <MenuItem icon={<CircleStop size={15} />} onSelect={leave(actions.onStopPoll)}>
          {t('message.stopPoll')}
        </MenuItem>
      )}
      {may('delete') && <MenuSeparator />}
      {may('delete') && (
        <MenuItem icon={<Trash2 size={15} />} tone="danger" onSelect={leave(actions.onDelete)}>
          {t('message.delete')}
        </MenuItem>
      )}
    </>
  )
}
