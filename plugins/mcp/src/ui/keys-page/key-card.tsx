import { Badge, Button, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Key } from '../../keys/key.ts'

/** A key: what it may, until when, and when it was used. `isOwn` leaves out whose it is. */
export function KeyCard({ shown, isOwn, onRevoke }: { shown: Key; isOwn: boolean; onRevoke(): void }) {
  const { t, i18n } = useWords()
  const { name, scopes, user, createdAt, expiresAt, lastUsedAt, leadsTo } = shown
  const [now] = useState(() => Date.now())
  const isOver = Date.parse(expiresAt) <= now
  const day = (at: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(at))
  const moment = (at: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  const facts = [
    ...(isOwn ? [] : [user.name]),
    ...(leadsTo === null ? [] : [t('card.leadsTo', { where: leadsTo })]),
    t('card.made', { when: day(createdAt) }),
    lastUsedAt ? t('card.used', { when: moment(lastUsedAt) }) : t('card.neverUsed'),
  ]
  return (
    <article aria-label={name} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-list">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-thread font-semibold break-words">{name}</h2>
          <p className="text-ink-muted tabular-nums">{facts.join(' · ')}</p>
        </div>
        <Badge tone={isOver ? 'danger' : 'neutral'}>
          {t(isOver ? 'card.over' : 'card.until', { when: day(expiresAt) })}
        </Badge>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ul aria-label={t('card.scopes')} className="flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge>{t(`scope.${scope}.title`)}</Badge>
            </li>
          ))}
        </ul>
        <Button size="small" aria-label={t('card.revokeLabel', { name })} onClick={onRevoke}>
          {t('card.revoke')}
        </Button>
      </div>
    </article>
  )
}
