import {
  classNames,
  DropdownMenu,
  Icon,
  IconButton,
  MenuItem,
  MenuSeparator,
  Popover,
  useViewer,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { withNames } from '../../messages/mentions.ts'
import type { ChatMessage } from '../../messages/message.ts'
import { useTimes } from '../use-times.ts'
import { MessageFiles } from './message-files.tsx'
import { MessageText } from './message-text.tsx'
import { QuoteCard } from './quote-card.tsx'

/** Reactions that are one click away. */
const quickEmojis = ['👍', '❤️', '😂', '😮', '🙏', '✅', '👀', '🎉'] as const

interface MessageRowProps {
  message: ChatMessage
  isOwn: boolean
  showsAuthor: boolean
  /** It was searched for, or jumped to. */
  isMarked: boolean
  seenBy: readonly string[]
  isOpen: boolean
  mayRemove: boolean
  onReply(message: ChatMessage, excerpt: string): void
  onEdit(): void
  onRemove(): void
  onReact(emoji: string | null): void
  onJump(seq: number): void
}

/** One message, its reactions, and what can be done with it. */
export function MessageRow(props: MessageRowProps) {
  const { message, isOwn, isMarked } = props
  const { t } = useWords()
  const times = useTimes()
  if (message.happening) return <HappeningLine message={message} />
  const at = times.full(message.createdAt)
  return (
    <div data-seq={message.seq} className={classNames('group flex py-0.5', isOwn ? 'justify-end' : 'justify-start')}>
      <article
        aria-label={t('message.of', { name: isOwn ? t('list.you') : message.user.name, at })}
        className={classNames(
          'relative flex max-w-[min(34rem,86%)] min-w-0 flex-col rounded-lg px-3 py-1.5',
          isOwn ? 'bg-accent-soft' : 'border border-line bg-surface',
          isMarked && 'ring-2 ring-accent',
        )}
      >
        {props.showsAuthor && <span className="text-sm font-medium text-accent-text">{message.user.name}</span>}
        {message.isDeleted ? <p className="text-ink-muted italic">{t('message.deleted')}</p> : <Content {...props} />}
        <span className="mt-0.5 flex items-center gap-1 self-end text-xs text-ink-muted tabular-nums">
          {message.editedAt !== null && !message.isDeleted && <>{t('message.edited')} · </>}
          <time dateTime={message.createdAt} title={at}>
            {times.time(message.createdAt)}
          </time>
          {isOwn && props.seenBy.length > 0 && (
            <span title={props.seenBy.join(', ')} className="flex items-center gap-0.5 text-accent-text">
              <Icon name="check-check" size={14} />
              <VisuallyHidden>{t('message.seenBy', { names: props.seenBy.join(', ') })}</VisuallyHidden>
            </span>
          )}
        </span>
        {!message.isDeleted && <Reactions message={message} onReact={props.onReact} />}
      </article>
      {!message.isDeleted && <Acts {...props} at={at} />}
    </div>
  )
}

function Content({ message, onJump }: MessageRowProps) {
  const { t } = useWords()
  const { replyTo, quote } = message
  return (
    <>
      {replyTo && (
        <button
          type="button"
          className="mb-1 rounded-sm border-l-4 border-l-accent bg-hover px-2 py-1 text-left text-sm"
          onClick={() => onJump(replyTo.seq)}
        >
          <VisuallyHidden>{t('message.toReply')} </VisuallyHidden>
          <span className="block font-medium">{replyTo.name}</span>
          <span className="line-clamp-2 text-ink-muted">{replyTo.excerpt || t('message.noWords')}</span>
        </button>
      )}
      {quote && <QuoteCard quote={quote} />}
      {message.content !== '' && <MessageText content={message.content} mentions={message.mentions} />}
      {message.files.length > 0 && <MessageFiles files={message.files} />}
    </>
  )
}

function Reactions({ message, onReact }: { message: ChatMessage; onReact(emoji: string | null): void }) {
  const { t } = useWords()
  const { userId } = useViewer()
  if (message.reactions.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-1">
      {message.reactions.map(({ emoji, users }) => {
        const isOwn = users.some(({ id }) => id === userId)
        const names = users.map(({ name }) => name).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isOwn}
              aria-label={t('message.reaction', { emoji, count: users.length, names })}
              title={names}
              className={classNames(
                'rounded-full border px-2 py-0.5 text-sm',
                isOwn ? 'border-accent bg-selected text-ink' : 'border-line bg-surface text-ink',
              )}
              onClick={() => onReact(isOwn ? null : emoji)}
            >
              {emoji} {users.length}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Acts({
  message,
  isOwn,
  isOpen,
  mayRemove,
  at,
  onReply,
  onEdit,
  onRemove,
  onReact,
}: MessageRowProps & { at: string }) {
  const { t } = useWords()
  const [reacting, setReacting] = useState(false)
  if (!isOpen && !mayRemove) return null
  return (
    <span
      className={classNames(
        'flex items-start opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 ' +
          '[@media(hover:none)]:opacity-100',
        isOwn && 'order-first',
      )}
    >
      {isOpen && (
        <Popover
          label={t('message.react')}
          open={reacting}
          onOpenChange={setReacting}
          side="top"
          trigger={<IconButton size="small" icon={<Icon name="smile" size={15} />} label={t('message.react')} />}
        >
          <span className="flex gap-0.5">
            {quickEmojis.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={t('message.reactWith', { emoji })}
                className="grid size-9 place-items-center rounded-md text-xl hover:bg-hover"
                onClick={() => {
                  setReacting(false)
                  onReact(emoji)
                }}
              >
                {emoji}
              </button>
            ))}
          </span>
        </Popover>
      )}
      <DropdownMenu
        align={isOwn ? 'end' : 'start'}
        trigger={
          <IconButton
            size="small"
            icon={<Icon name="ellipsis" size={15} />}
            label={t('message.acts', { name: isOwn ? t('list.you') : message.user.name, at })}
          />
        }
      >
        {isOpen && (
          <MenuItem
            icon={<Icon name="reply" size={15} />}
            onSelect={() => onReply(message, withNames(message.content, message.mentions).slice(0, 120))}
          >
            {t('message.reply')}
          </MenuItem>
        )}
        {message.content !== '' && (
          <MenuItem
            icon={<Icon name="copy" size={15} />}
            onSelect={() => void navigator.clipboard?.writeText(withNames(message.content, message.mentions))}
          >
            {t('message.copy')}
          </MenuItem>
        )}
        {isOwn && isOpen && message.content !== '' && (
          <MenuItem icon={<Icon name="pencil" size={15} />} onSelect={onEdit}>
            {t('message.edit')}
          </MenuItem>
        )}
        {mayRemove && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Icon name="trash-2" size={15} />} tone="danger" onSelect={onRemove}>
              {t('message.remove')}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </span>
  )
}

function HappeningLine({ message: { happening, user, seq } }: { message: ChatMessage }) {
  const { t } = useWords()
  if (!happening) return null
  return (
    <p data-seq={seq} className="my-1 text-center text-sm text-ink-muted">
      {t(`happening.${happening.kind}`, {
        by: user.name,
        people: happening.people.map(({ name }) => name).join(', '),
        name: happening.name ?? '',
      })}
    </p>
  )
}
