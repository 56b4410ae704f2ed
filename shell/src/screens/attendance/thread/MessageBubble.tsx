import { Button, usePermission, useTicket, type MessageWords } from '@recado/sdk/ui'
import { Ban, RotateCw } from 'lucide-react'
import { memo, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelCapabilities, Message } from '../../../base/contracts.ts'
import { clockTime } from '../../../base/i18n/per-locale.ts'
import { ActNote } from './ActNote.tsx'
import { BelowMessage } from './BelowMessage.tsx'
import { Bubble } from './Bubble.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { ForwardMark } from './ForwardMark.tsx'
import { inOtherWords } from './in-other-words.ts'
import { LinkCard } from './LinkCard.tsx'
import { MessageParts } from './MessageParts.tsx'
import { MessageToolbar } from './MessageToolbar.tsx'
import { Quotation } from './Quotation.tsx'
import { Reactions } from './Reactions.tsx'
import type { ThreadActions } from './thread-actions.ts'
import { WaitNote } from './WaitNote.tsx'

export interface MessageBubbleProps {
  /** Several people write from the other side. */
  inGroup: boolean
  message: Message
  quoted: Message | undefined
  starts: boolean
  ends: boolean
  highlighted: boolean
  /** Null outside of the selection mode. */
  selected: boolean | null
  capabilities: ChannelCapabilities | undefined
  actions: ThreadActions
}

export const MessageBubble = memo(function MessageBubble({
  inGroup,
  message,
  quoted,
  starts,
  ends,
  highlighted,
  selected,
  capabilities,
  actions,
}: MessageBubbleProps) {
  const { t, i18n } = useTranslation('attendance')
  const time = clockTime(i18n.language).format(new Date(message.timestamp))
  const author = message.fromMe
    ? (message.username ?? t(`author.${message.sendType}`))
    : inGroup
      ? message.username
      : null
  const about = { message, capabilities, actions }
  const [words, setWords] = useState<MessageWords | null>(null)
  // The tools beside a message come when the words of all of them stand: nobody reaches for one before.
  const isSettled = useDeferredValue(true, false)
  const isPending = message.act?.state === 'pending'
  const isUncertain =
    message.fromMe && !message.isDeleted && (message.status === 'unknown' || message.status === 'failed')
  return (
    <Bubble
      own={message.fromMe}
      starts={starts}
      ends={ends}
      author={author}
      highlighted={highlighted}
      faded={isPending && !message.isDeleted && message.act?.kind !== 'react'}
      {...(selected === null ? { toolbar: isSettled && <MessageToolbar {...about} /> } : {})}
      {...(selected !== null && !message.isDeleted
        ? {
            mark: (
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={selected}
                aria-label={t('message.selectOne', { time })}
                onChange={() => actions.onSelect(message)}
              />
            ),
          }
        : {})}
      foot={
        <>
          {message.edited && !message.isDeleted && <span>{t('message.edited')}</span>}
          <time dateTime={message.timestamp}>{time}</time>
          {message.fromMe && !message.isDeleted && <DeliveryState status={message.status} failure={message.failure} />}
        </>
      }
    >
      {message.forwarded && !message.isDeleted && <ForwardMark forwarded={message.forwarded} />}
      {!message.isDeleted && <Quotation message={message} quoted={quoted} onJump={actions.onJump} />}
      {message.isDeleted ? (
        <span className="flex items-center gap-2 text-ink-muted italic">
          <Ban size={15} aria-hidden />
          {t('message.deleted')}
        </span>
      ) : (
        <div className="contents" lang={words?.language ?? undefined}>
          <MessageParts
            message={words ? { ...message, parts: inOtherWords(message.parts, words.text) } : message}
            onView={actions.onView}
          />
        </div>
      )}
      {!message.isDeleted && <LinkCard message={message} capabilities={capabilities} />}
      {!message.isDeleted && <BelowMessage message={message} onWords={setWords} />}
      {!message.isDeleted && Object.keys(message.reaction).length > 0 && (
        <Reactions reactions={message.reaction} isBusy={isPending} onTakeBack={() => actions.onReact(message, null)} />
      )}
      {!message.isDeleted && message.act && <ActNote act={message.act} />}
      {message.fromMe && message.status === 'pending' && !message.isDeleted && <WaitNote message={message} />}
      {isUncertain && (
        <span className="mt-1.5 flex items-center gap-2 border-t border-line pt-1.5 text-list">
          <span className={message.status === 'failed' ? 'text-danger' : 'text-warning'}>
            {message.status === 'failed' ? t('delivery.failed') : t('delivery.unknown')}
          </span>
          {capabilities && message.failure?.kind !== 'windowClosed' && (
            <SendAgain message={message} onSendAgain={actions.onSendAgain} />
          )}
        </span>
      )}
    </Bubble>
  )
})

/** Once: a repeated message that fails is shown below and offers it itself. */
function SendAgain({ message, onSendAgain }: { message: Message; onSendAgain(message: Message): void }) {
  const { t } = useTranslation('attendance')
  const mayWrite = usePermission('messages.write')
  const { status } = useTicket()
  const [isDone, setDone] = useState(false)
  if (!mayWrite || (status !== 'open' && status !== 'group')) return null
  const again = () => {
    setDone(true)
    onSendAgain(message)
  }
  return (
    <Button size="small" variant="ghost" icon={<RotateCw size={13} />} disabled={isDone} onClick={again}>
      {t('message.sendAgain')}
    </Button>
  )
}
