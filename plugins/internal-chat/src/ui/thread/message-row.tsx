import { classNames, Icon, useViewer, useWords, VisuallyHidden } from '@recado/sdk/ui'
import { memo } from 'react'
import type { ChatMessage } from '../../messages/message.ts'
import { useTimes } from '../use-times.ts'
import { AnswersLine } from './answers-line.tsx'
import { MessageButtons, type MessageActs } from './message-acts.tsx'
import { MessageFiles } from './message-files.tsx'
import { MessageText } from './message-text.tsx'
import { QuoteCard } from './quote-card.tsx'

interface MessageRowProps {
  message: ChatMessage
  isOwn: boolean
  showsAuthor: boolean
  /** It was searched for, or jumped to. */
  isMarked: boolean
  seenBy: readonly string[]
  isOpen: boolean
  mayRemove: boolean
  /** False within a thread, whose messages have none. */
  hasAnswers: boolean
  acts: MessageActs
}

/** One message, its reactions, and what can be done with it. It is drawn again when something of it changes. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
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
        {message.answers && <AnswersLine answers={message.answers} onOpen={() => props.acts.answers(message)} />}
        {!message.isDeleted && <Reactions message={message} acts={props.acts} />}
      </article>
      {!message.isDeleted && <MessageButtons {...props} at={at} />}
    </div>
  )
})

function Content({ message, acts }: MessageRowProps) {
  const { t } = useWords()
  const { replyTo, quote } = message
  return (
    <>
      {replyTo && (
        <button
          type="button"
          className="mb-1 rounded-sm border-l-4 border-l-accent bg-hover px-2 py-1 text-left text-sm"
          onClick={() => acts.jump(replyTo.seq)}
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

function Reactions({ message, acts }: { message: ChatMessage; acts: MessageActs }) {
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
              onClick={() => acts.react(message, isOwn ? null : emoji)}
            >
              {emoji} {users.length}
            </button>
          </li>
        )
      })}
    </ul>
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
