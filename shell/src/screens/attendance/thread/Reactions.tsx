import { classNames } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../base/contracts.ts'
import { groupReactions } from './reactions.ts'

/**
 * Reactions below the message. The user's own is a button that removes it, and keeps the focus while an act is under
 * way.
 */
export function Reactions({
  reactions,
  isBusy,
  onTakeBack,
}: {
  reactions: Message['reaction']
  isBusy: boolean
  onTakeBack(): void
}) {
  const { t } = useTranslation('attendance')
  const groups = groupReactions(reactions)
  const look = (isOwn: boolean) =>
    classNames(
      'inline-flex min-h-6 items-center rounded-full border px-1.5 text-list',
      isOwn ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
    )
  return (
    <ul className="mt-1 flex flex-wrap gap-1" aria-label={t('message.reactions')}>
      {groups.map(({ emoji, count, isOwn }) => (
        <li key={emoji}>
          {isOwn ? (
            <button
              type="button"
              aria-disabled={isBusy || undefined}
              className={look(true)}
              aria-label={t('message.takeBack', { emoji })}
              onClick={isBusy ? undefined : onTakeBack}
            >
              {emoji}
              {count > 1 && <span className="ml-1 text-xs tabular-nums">{count}</span>}
            </button>
          ) : (
            <span className={look(false)}>
              {emoji}
              {count > 1 && <span className="ml-1 text-xs tabular-nums">{count}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
