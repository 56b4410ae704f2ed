import { Button, Icon, Spinner, useWords } from '@recado/sdk/ui'
import type { Named } from '../../messages/mentions.ts'
import type { Unsent } from '../outbox.ts'
import { clock } from '../use-times.ts'
import { MessageText } from './message-text.tsx'

/** A message on its way, or one that did not get there: it waits until its author tries again or gives it up. */
export function UnsentRow({
  message,
  members,
  onRetry,
  onDrop,
}: {
  message: Unsent
  members: readonly Named[]
  onRetry(): void
  onDrop(): void
}) {
  const { t } = useWords()
  return (
    <div className="flex justify-end py-0.5">
      <article
        aria-label={t(`unsent.${message.state}`)}
        className="flex max-w-[min(34rem,86%)] min-w-0 flex-col rounded-lg bg-accent-soft px-3 py-1.5"
      >
        {message.content !== '' && <MessageText content={message.content} mentions={members} />}
        {message.files.map((file) => (
          <span key={file.id} className="flex items-center gap-1.5 text-sm">
            <Icon name={file.seconds === null ? 'paperclip' : 'mic'} size={14} />
            {file.seconds === null ? (file.name ?? t('file.unnamed')) : clock(file.seconds)}
          </span>
        ))}
        {message.state === 'sending' ? (
          <span className="flex items-center gap-1.5 self-end text-xs text-ink-muted" role="status">
            <Spinner /> {t('unsent.sending')}
          </span>
        ) : (
          <span className="mt-1 flex flex-wrap items-center justify-end gap-1.5 text-sm" role="alert">
            <span className="flex items-center gap-1 text-danger">
              <Icon name="triangle-alert" size={14} /> {t('unsent.failed')}
            </span>
            <Button size="small" onClick={onRetry}>
              {t('unsent.retry')}
            </Button>
            <Button size="small" variant="ghost" onClick={onDrop}>
              {t('unsent.drop')}
            </Button>
          </span>
        )}
      </article>
    </div>
  )
}
