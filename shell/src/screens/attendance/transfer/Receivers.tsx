import {
  Avatar,
  Badge,
  Button,
  classNames,
  EmptyState,
  ErrorState,
  Field,
  Input,
  Skeleton,
  useViewer,
} from '@recado/sdk/ui'
import { SearchX, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type Ticket, type UserWithQueues } from '../../../base/contracts.ts'
import { keepForm } from '../../../base/forms/keep-form.ts'
import { PresenceDot } from '../../../parts/people/marks.tsx'
import { useColleagues } from '../../../data/users/use-users.ts'
import { obstacleOf } from './use-transfer.ts'

export interface ReceiversProps {
  ticket: Ticket
  /** Queue of the ticket after the transfer; null for none. */
  queueId: string | null
  chosen: UserWithQueues | null
  onChoose(user: UserWithQueues | null): void
}

const row = 'flex items-center gap-3 px-3 py-2 has-checked:bg-accent-soft'

/**
 * Receiver of the ticket: none in particular, or a colleague. Colleagues who cannot have it are shown with the reason.
 */
export function Receivers({ ticket, queueId, chosen, onChoose }: ReceiversProps) {
  const { t } = useTranslation('tickets')
  const viewer = useViewer()
  const [text, setText] = useState('')
  const query = useColleagues({ searchParam: useDeferredValue(text).trim(), queueId: '' })
  const found = query.data?.pages.flatMap((page) => page.users) ?? []
  const canWait = queueId !== null && !(ticket.userId === null && queueId === ticket.queueId)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="k-label mb-1.5">{t('transfer.person')}</legend>
      <Field label={t('transfer.search')} hideLabel>
        <Input
          type="search"
          value={text}
          placeholder={t('transfer.searchPlaceholder')}
          autoFocus
          autoComplete="off"
          maxLength={maxSearchLength}
          onKeyDown={keepForm}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div
        className={
          'scroll-thin flex max-h-64 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line'
        }
      >
        <label className={classNames(row, canWait ? 'cursor-pointer hover:bg-hover' : 'opacity-60')}>
          <input
            type="radio"
            name="receiver"
            className="size-4 shrink-0 accent-accent"
            checked={chosen === null}
            disabled={!canWait}
            onChange={() => onChoose(null)}
          />
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-hover text-ink-muted">
            <Users size={16} aria-hidden />
          </span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block text-list font-medium">{t('transfer.anybody')}</span>
            <span className="block text-xs text-ink-muted">
              {t(canWait ? 'transfer.anybodyDetail' : 'transfer.chooseQueue')}
            </span>
          </span>
        </label>
        {query.isPending ? (
          <div className="p-3">
            <Skeleton lines={4} height="2rem" />
          </div>
        ) : query.isError ? (
          <div className="p-3">
            <ErrorState what={t('transfer.what')} error={query.error} onRetry={() => void query.refetch()} />
          </div>
        ) : found.length === 0 ? (
          <EmptyState icon={<SearchX size={20} />} title={t('transfer.nobody')}>
            {t('transfer.nobodyDetail')}
          </EmptyState>
        ) : (
          found.map((user) => (
            <Receiver
              key={user.id}
              user={user}
              obstacle={obstacleOf(user, viewer, ticket, queueId)}
              isChosen={chosen?.id === user.id}
              onChoose={onChoose}
            />
          ))
        )}
        {query.hasNextPage && (
          <Button
            className="m-2"
            size="small"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('transfer.more')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Receiver({
  user,
  obstacle,
  isChosen,
  onChoose,
}: {
  user: UserWithQueues
  obstacle: ReturnType<typeof obstacleOf>
  isChosen: boolean
  onChoose(user: UserWithQueues): void
}) {
  const { t } = useTranslation('tickets')
  const queues = user.queues.map((queue) => queue.queue).join(', ')
  return (
    <label className={classNames(row, obstacle === null ? 'cursor-pointer hover:bg-hover' : 'opacity-60')}>
      <input
        type="radio"
        name="receiver"
        className="size-4 shrink-0 accent-accent"
        checked={isChosen}
        disabled={obstacle !== null}
        onChange={() => onChoose(user)}
      />
      <Avatar name={user.name} src={user.image} size={32} decorative badge={<PresenceDot online={user.isOnline} />} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-list font-medium">{user.name}</span>
        <span className="block truncate text-xs text-ink-muted">
          {obstacle === null ? queues : t(`transfer.${obstacle}`)}
        </span>
      </span>
      {!user.isOnline && <Badge>{t('transfer.away')}</Badge>}
      {!user.isAvailable && <Badge tone="warning">{t('transfer.offHours')}</Badge>}
    </label>
  )
}
