import { MessageCircleQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Message, Part } from '../../../../base/contracts.ts'

/**
 * A poll with the votes that have come: people and share of each option, as words and as a bar; and whether it was
 * stopped.
 */
export function PollView({
  part: { question, options, several },
  votes,
}: {
  part: Extract<Part, { kind: 'poll' }>
  votes: Message['votes']
}) {
  const { t } = useTranslation('tickets')
  const voters = votes?.voters ?? 0
  return (
    <div className="flex w-72 max-w-full flex-col gap-2">
      <bdi className="font-medium break-words whitespace-pre-wrap">{question}</bdi>
      <span className="text-xs text-ink-muted">{t(several ? 'poll.several' : 'poll.single')}</span>
      <ul aria-label={t('poll.options')} className="flex flex-col gap-2">
        {options.map((option, index) => {
          const count = votes?.counts[index] ?? 0
          const share = voters === 0 ? 0 : count / voters
          return (
            <li key={index} className="text-list">
              <span className="flex items-baseline justify-between gap-3">
                <bdi className="min-w-0 break-words">{option}</bdi>
                <span className="shrink-0 text-ink-muted tabular-nums">
                  {count === 0 ? t('poll.none') : t('poll.votes', { count })}
                  {voters > 0 && <span className="sr-only"> ({Math.round(share * 100)}%)</span>}
                </span>
              </span>
              <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-surface">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
              </span>
            </li>
          )
        })}
      </ul>
      <span className="text-xs text-ink-muted">
        {voters === 0 ? t(votes?.stopped ? 'poll.nobodyEver' : 'poll.nobody') : t('poll.voters', { count: voters })}
        {votes?.stopped && (
          <>
            {' · '}
            <span className="font-medium text-ink">{t('poll.stopped')}</span>
          </>
        )}
      </span>
    </div>
  )
}

/** Somebody has voted in a poll that is not here. */
export function VoteElsewhere() {
  const { t } = useTranslation('tickets')
  return (
    <span className="flex items-center gap-2 text-ink-muted italic">
      <MessageCircleQuestion size={16} className="shrink-0" aria-hidden />
      {t('poll.elsewhere')}
    </span>
  )
}
