import { Button, DropdownMenu, IconButton, MenuItem, classNames } from '@recado/sdk/ui'
import { Copy, EllipsisVertical, Reply, RotateCw, Ban } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../app/contributions.ts'
import { useManifest } from '../../app/workplace-context.ts'
import type { Message, Ticket } from '../../contracts.ts'
import { PluginPanel } from '../../federation/index.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { MessageParts, type MediaItem } from './MessageParts.tsx'

export interface MessageBubbleProps {
  ticket: Ticket
  message: Message
  quoted: Message | undefined
  starts: boolean
  ends: boolean
  /** Was jumped to: stands out for a moment. */
  highlighted: boolean
  /** The channel can quote. */
  canReply: boolean
  onReply(message: Message): void
  onJump(id: string): void
  onView(media: MediaItem): void
  onSendAgain(message: Message): void
}

/** The frame that both stored messages and those on their way stand in. */
export function Bubble({ own, starts, ends, author, highlighted = false, menu, foot, children }: { own: boolean; starts: boolean; ends: boolean; author?: string | null; highlighted?: boolean; menu?: ReactNode; foot: ReactNode; children: ReactNode }) {
  return (
    <div className={classNames('group flex px-4', own ? 'justify-end' : 'justify-start', ends ? 'pb-2.5' : 'pb-0.5')}>
      <div className={classNames('relative flex max-w-[min(34rem,86%)] flex-col', own ? 'items-end' : 'items-start')}>
        {starts && author && <span className="mb-0.5 px-1 text-xs text-ink-muted">{author}</span>}
        <div className={classNames(
          'rounded-lg px-3 py-2 text-thread transition-shadow', own ? 'bg-accent-soft' : 'border border-line bg-raised',
          own ? !ends && 'rounded-br-sm' : !ends && 'rounded-bl-sm', highlighted && 'ring-2 ring-accent',
        )}>
          {children}
          <span className="mt-0.5 flex items-center justify-end gap-1 text-xs leading-4 text-ink-muted tabular-nums">{foot}</span>
        </div>
        {menu && <div className={classNames('absolute top-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100', own ? 'right-full mr-1' : 'left-full ml-1')}>{menu}</div>}
      </div>
    </div>
  )
}

export const MessageBubble = memo(function MessageBubble({ ticket, message, quoted, starts, ends, highlighted, canReply, onReply, onJump, onView, onSendAgain }: MessageBubbleProps) {
  const { t, i18n } = useTranslation('attendance')
  const time = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' }).format(new Date(message.timestamp))
  const author = message.fromMe ? message.username ?? t(`author.${message.sendType}`) : ticket.isGroup ? message.username : null
  const uncertain = message.status === 'unknown' || message.status === 'failed'
  return (
    <Bubble
      own={message.fromMe} starts={starts} ends={ends} author={author} highlighted={highlighted} menu={<MessageMenu {...{ ticket, message, canReply, onReply }} />}
      foot={<>
        {message.edited && <span>{t('message.edited')}</span>}
        <time dateTime={message.timestamp}>{time}</time>
        {message.fromMe && <DeliveryState status={message.status} failure={message.failure} />}
      </>}
    >
      {message.quotedMsgId && (
        <button type="button" className="mb-1.5 block w-full max-w-full rounded-md border-l-2 border-accent bg-canvas/60 px-2.5 py-1.5 text-left text-list text-ink-muted" onClick={() => onJump(message.quotedMsgId!)}>
          <span className="sr-only">{t('message.quoted')} </span><span className="line-clamp-2 wrap-anywhere">{quoted?.body || t('message.quotedElsewhere')}</span>
        </button>
      )}
      {message.isDeleted ? <span className="flex items-center gap-2 text-ink-muted italic"><Ban size={15} aria-hidden />{t('message.deleted')}</span> : <MessageParts message={message} onView={onView} />}
      {Object.keys(message.reaction).length > 0 && <span className="mt-1 flex gap-1" aria-label={t('message.reactions')}>{[...new Set(Object.values(message.reaction))].map((emoji) => <span key={emoji} className="rounded-full border border-line bg-surface px-1.5 text-list">{emoji}</span>)}</span>}
      {message.fromMe && uncertain && (
        <span className="mt-1.5 flex items-center gap-2 border-t border-line pt-1.5 text-list">
          <span className={message.status === 'failed' ? 'text-danger' : 'text-warning'}>{message.status === 'failed' ? t('delivery.failed') : t('delivery.unknown')}</span>
          <Button size="small" variant="ghost" icon={<RotateCw size={13} />} onClick={() => onSendAgain(message)}>{t('message.sendAgain')}</Button>
        </span>
      )}
    </Bubble>
  )
})

function MessageMenu({ ticket, message, canReply, onReply }: Pick<MessageBubbleProps, 'ticket' | 'message' | 'canReply' | 'onReply'>) {
  const { t } = useTranslation('attendance')
  const manifest = useManifest()
  const [open, setOpen] = useState(false)
  const actions = slotContributions(manifest, 'ticket.message.actions', ticket.channel)
  return (
    <DropdownMenu open={open} onOpenChange={setOpen} align={message.fromMe ? 'end' : 'start'} trigger={<IconButton size="small" icon={<EllipsisVertical size={15} />} label={t('shell:action.more')} />}>
      {canReply && !message.isDeleted && <MenuItem icon={<Reply size={15} />} onSelect={() => onReply(message)}>{t('message.reply')}</MenuItem>}
      <MenuItem icon={<Copy size={15} />} disabled={message.body === ''} onSelect={() => void navigator.clipboard.writeText(message.body)}>{t('shell:action.copy')}</MenuItem>
      {open && actions.map(({ key, plugin, part }) => <div key={key} className="small-slot"><PluginPanel plugin={plugin} panel={part.panel} slot="ticket.message.actions" props={{ ticket, message, close: () => setOpen(false) }} fallback={null} /></div>)}
    </DropdownMenu>
  )
}
