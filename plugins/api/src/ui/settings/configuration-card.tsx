import { Badge, Button, CopiedText, Icon, IconButton, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { ConversationConnection } from '@recado/sdk'
import type { Configuration, TokenShown } from '../../configurations/configuration.ts'
import { addressOf } from './example-requests.ts'
import { Examples } from './examples.tsx'

interface CardProps {
  readonly configuration: Configuration
  /** Undefined while connections are not known yet, and for one that was deleted. */
  readonly connection: ConversationConnection | undefined
  onEdit(): void
  onRenew(): void
  onTry(): void
  onDelete(): void
}

export function ConfigurationCard({ configuration, connection, onEdit, onRenew, onTry, onDelete }: CardProps) {
  const { t, i18n } = useWords()
  const [isOpen, setOpen] = useState(false)
  const { id, name, isActive, sendBy, closeTicket, scopes, tokens } = configuration
  const moment = (at: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  const standing = ({ last4, endsAt, lastUsedAt }: TokenShown) =>
    [
      t('card.token', { last4 }),
      lastUsedAt ? t('card.used', { when: moment(lastUsedAt) }) : t('card.neverUsed'),
      ...(endsAt ? [t('card.ends', { when: moment(endsAt) })] : []),
    ].join(' · ')
  const canTry = isActive && sendBy !== 'ticket' && connection?.isActive && connection.reaches !== null
  return (
    <article aria-label={name} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-list">
      <header className="flex items-start justify-between gap-3">
        <h2 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          <Badge tone={isActive ? 'success' : 'neutral'}>{t(isActive ? 'card.on' : 'card.off')}</Badge>
        </h2>
        <span className="flex shrink-0 gap-1">
          <IconButton icon={<Icon name="pencil" size={16} />} label={t('card.edit', { name })} onClick={onEdit} />
          <IconButton icon={<Icon name="trash-2" size={16} />} label={t('card.delete', { name })} onClick={onDelete} />
        </span>
      </header>
      <p className="text-ink-muted">
        {connection ? t('card.through', { connection: connection.name }) : t('card.noConnection')}
        {' · '}
        {t(`configuration.sendBy.options.${sendBy}`)}
        {closeTicket && ` · ${t('card.closes')}`}
        {' · '}
        {scopes.map((scope) => t(`configuration.scopes.options.${scope}`)).join(', ')}
      </p>
      <ul className="text-ink-muted tabular-nums">
        {tokens.map((token) => (
          <li key={token.id}>{standing(token)}</li>
        ))}
        {tokens.length === 0 && <li>{t('card.noToken')}</li>}
      </ul>
      <CopiedText label={t('card.address')} text={addressOf(window.location.origin, id)} />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Icon name="send" size={16} />} disabled={!canTry} onClick={onTry}>
          {t('card.try')}
        </Button>
        <Button icon={<Icon name="key" size={16} />} onClick={onRenew}>
          {t('card.renew')}
        </Button>
        <Button icon={<Icon name="code" size={16} />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('card.examples')}
        </Button>
      </div>
      {isOpen && <Examples id={id} />}
    </article>
  )
}
