import { Badge, Button, DropdownMenu, IconButton, MenuItem, MenuSeparator } from '@recado/sdk/ui'
import { KeyRound, ListChecks, MoreHorizontal, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../base/contracts.ts'
import { TimeInSentence } from '../../base/ui/TimeInSentence.tsx'
import { nameOf, useWebhookWords } from './use-webhook-words.ts'

export type EndpointAct = 'deliveries' | 'test' | 'edit' | 'rotate' | 'pause' | 'activate' | 'delete'

const tones = { active: 'success', failing: 'warning', paused: 'neutral', disabled: 'danger' } as const
/** Counts of the server end here. */
const countedMost = 1_001

/** One endpoint: how it stands, what it is told, and what can be done with it. */
export function EndpointCard({
  endpoint,
  isTesting,
  onAct,
}: {
  endpoint: WebhookEndpoint
  isTesting: boolean
  onAct(act: EndpointAct): void
}) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const { url, state, failingSince, last, waiting, disabledReason, rotationUntil, types } = endpoint
  const name = nameOf(endpoint)
  const shown = state === 'active' && failingSince !== null ? 'failing' : state
  const facts = [
    ...(last ? [] : [t('never')]),
    ...(waiting >= countedMost ? [t('waitingMany')] : waiting > 0 ? [t('waiting', { count: waiting })] : []),
  ]
  return (
    <article aria-label={name} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-thread font-semibold break-words">{name}</h2>
          <p className="text-list text-ink-muted wrap-anywhere" translate="no">
            {url}
          </p>
        </div>
        <Badge tone={tones[shown]}>{t(`state.${shown}`)}</Badge>
      </header>
      {disabledReason !== null && (
        <p role="status" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
          {t(`disabled.${disabledReason}`)}
        </p>
      )}
      <p className="text-list text-ink-muted tabular-nums">
        {last && (
          <TimeInSentence at={last.at} sentence={(when) => t('lastAt', { when, outcome: words.outcome(last) })} />
        )}
        {last && facts.length > 0 && ' · '}
        {facts.join(' · ')}
      </p>
      {shown === 'failing' && failingSince !== null && (
        <p className="text-list text-warning">
          <TimeInSentence at={failingSince} sentence={(when) => t('failingSince', { when })} />
        </p>
      )}
      {rotationUntil !== null && (
        <p className="text-list text-ink-muted">{t('rotating', { when: words.moment(rotationUntil) })}</p>
      )}
      <ul aria-label={t('events')} className="flex flex-wrap gap-1.5">
        {types.map((type) => (
          <li key={type}>
            <Badge>{words.event(type)}</Badge>
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button size="small" icon={<ListChecks size={15} />} onClick={() => onAct('deliveries')}>
          {t('deliveries')}
        </Button>
        <Button size="small" icon={<Send size={15} />} busy={isTesting} onClick={() => onAct('test')}>
          {t('test')}
        </Button>
        <DropdownMenu
          trigger={<IconButton size="small" icon={<MoreHorizontal size={16} />} label={t('acts', { name })} />}
        >
          <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon={<KeyRound size={16} />} onSelect={() => onAct('rotate')}>
            {t('rotate')}
          </MenuItem>
          {state === 'active' ? (
            <MenuItem icon={<Pause size={16} />} onSelect={() => onAct('pause')}>
              {t('pause')}
            </MenuItem>
          ) : (
            <MenuItem icon={<Play size={16} />} onSelect={() => onAct('activate')}>
              {t('activate')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => onAct('delete')}>
            {t('delete')}
          </MenuItem>
        </DropdownMenu>
      </footer>
    </article>
  )
}
