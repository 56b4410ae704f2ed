import { Avatar, Button, classNames, EmptyState, ErrorState, Field, Input, Select, Skeleton } from '@recado/sdk/ui'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type UserWithQueues } from '../../base/contracts.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import { keepForm } from '../../base/forms/keep-form.ts'
import { PresenceDot } from './marks.tsx'
import { useColleagues } from '../../data/users/use-users.ts'

export interface ColleagueListProps {
  /** Of the list, for screen readers. */
  label: string
  /** Ids of users who are not offered. */
  without?: readonly string[]
  /** Ids, or the answer for one of them. */
  selected?: readonly string[] | ((user: UserWithQueues) => boolean)
  /** Without it the list is for reading. */
  onChoose?(user: UserWithQueues): void
  autoFocus?: boolean
}

/** Active users with the queues they work in, by name and by queue (S2-106). */
export function ColleagueList({ label, without = [], selected = [], onChoose, autoFocus = false }: ColleagueListProps) {
  const { t } = useTranslation('people')
  const queues = useQueues()
  const isSelected = typeof selected === 'function' ? selected : ({ id }: UserWithQueues) => selected.includes(id)
  const [searchParam, setSearch] = useState('')
  const [queueId, setQueue] = useState('')
  const query = useColleagues({ searchParam: useDeferredValue(searchParam).trim(), queueId })
  const found = query.data?.pages.flatMap((page) => page.users).filter((user) => !without.includes(user.id)) ?? []
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="grid gap-3 pane:grid-cols-2">
        <Field label={t('colleagues.search')}>
          <Input
            type="search"
            onKeyDown={keepForm}
            value={searchParam}
            autoFocus={autoFocus}
            autoComplete="off"
            maxLength={maxSearchLength}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <Field label={t('colleagues.queue')}>
          <Select
            value={queueId}
            onValueChange={setQueue}
            options={[
              { value: '', label: t('filter.anyQueue') },
              ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
            ]}
          />
        </Field>
      </div>
      <div aria-live="polite" aria-busy={query.isFetching}>
        {query.isError ? (
          <ErrorState what={t('colleagues.what')} error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <Skeleton lines={5} />
        ) : found.length === 0 ? (
          <EmptyState icon={<SearchX size={20} />} title={t('colleagues.nobody')}>
            {t('colleagues.nobodyDetail')}
          </EmptyState>
        ) : (
          <ul
            aria-label={label}
            className={
              'scroll-thin flex max-h-80 flex-col divide-y divide-line overflow-y-auto rounded-md border ' +
              'border-line'
            }
          >
            {found.map((user) => (
              <li key={user.id}>
                {onChoose ? (
                  <button
                    type="button"
                    aria-pressed={isSelected(user)}
                    className={classNames(
                      'flex w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover',
                      isSelected(user) && 'bg-selected',
                    )}
                    onClick={() => onChoose(user)}
                  >
                    <Colleague user={user} />
                  </button>
                ) : (
                  <div className="flex items-center gap-3 px-3 py-2">
                    <Colleague user={user} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            className="mt-2"
            size="small"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('more')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Colleague({ user }: { user: UserWithQueues }) {
  const { t } = useTranslation('people')
  return (
    <>
      <Avatar name={user.name} src={user.image} size={32} decorative badge={<PresenceDot online={user.isOnline} />} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-list font-medium">{user.name}</span>
        <span className="block truncate text-xs text-ink-muted">
          {user.queues.length > 0 ? user.queues.map((queue) => queue.queue).join(', ') : t('noQueues')}
        </span>
      </span>
    </>
  )
}
