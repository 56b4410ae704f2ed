import { Icon, useWords } from '@recado/sdk/ui'
import type { ChatMessage } from '../../messages/message.ts'
import { useTimes } from '../use-times.ts'

/** How many answers a message has, when the last came, and how many the reader has not seen; it opens them. */
export function AnswersLine({ answers, onOpen }: { answers: NonNullable<ChatMessage['answers']>; onOpen(): void }) {
  const { t } = useWords()
  const times = useTimes()
  return (
    <button
      type="button"
      className="mt-1 flex flex-wrap items-center gap-x-1.5 text-left text-sm text-accent-text hover:underline"
      title={answers.users.map(({ name }) => name).join(', ')}
      onClick={onOpen}
    >
      <Icon name="messages-square" size={14} />
      <span className="font-medium">{t('answers.count', { count: answers.count })}</span>
      <span className="text-ink-muted">{t('answers.last', { at: times.full(answers.lastAt) })}</span>
      {answers.unread > 0 && <span className="font-semibold">{t('answers.unread', { count: answers.unread })}</span>}
    </button>
  )
}
