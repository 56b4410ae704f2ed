import {
  ApiError,
  Badge,
  Button,
  ColorDot,
  DropdownMenu,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Input,
  MenuItem,
  MenuSeparator,
  NoPermission,
  PageHeader,
  Skeleton,
} from '@recado/sdk/ui'
import { CircleCheck, CircleOff, Inbox, MoreHorizontal, Pencil, Plus, SearchX, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type QueueOverview } from '../../base/contracts.ts'
import { DeleteOrDeactivate } from '../../base/forms/DeleteOrDeactivate.tsx'
import { useCappedCount } from '../../base/forms/use-capped-count.ts'
import { QueueForm } from './QueueForm.tsx'
import { useQueueActs, useQueueOverview } from '../../data/queues/use-queue-admin.ts'

type Act = 'edit' | 'activate' | 'deactivate' | 'delete'
type Open = { act: 'create' } | { act: 'edit' | 'delete'; queue: QueueOverview }

/** `/configuracoes/filas` (S2-077): the departments that tickets are handed to, and who works in them. */
export function Queues() {
  const { t } = useTranslation('queues')
  const [search, setSearch] = useState('')
  const query = useQueueOverview(useDeferredValue(search).trim())
  const { switchTo, turn, remove } = useQueueActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const queues = query.data?.pages.flatMap((page) => page.queues) ?? []
  const first = query.data?.pages[0]
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('queues.add')}
    </Button>
  )
  const act = (name: Act, queue: QueueOverview): void => {
    if (name === 'activate' || name === 'deactivate') switchTo(queue, name === 'activate')
    else setOpen({ act: name, queue })
  }
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('queues.title')} description={t('queues.description')} actions={add} />
        {first && first.activeLimit !== null && (
          <p className="rounded-md bg-accent-soft px-3 py-2 text-list" role="status">
            {t('queues.limit', { count: first.activeLimit, active: first.active })}
          </p>
        )}
        <Field label={t('search')} hideLabel>
          <Input
            type="search"
            placeholder={t('search')}
            value={search}
            maxLength={maxSearchLength}
            autoComplete="off"
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
        {query.isError && (
          <ErrorState what={t('queues.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess &&
          queues.length === 0 &&
          (search.trim() === '' ? (
            <EmptyState icon={<Inbox size={22} />} title={t('queues.none')} action={add}>
              {t('queues.noneDetail')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('nothingFound')}
              action={<Button onClick={() => setSearch('')}>{t('clear')}</Button>}
            />
          ))}
        <ul aria-label={t('queues.title')} className="flex flex-col gap-2">
          {queues.map((queue) => (
            <li key={queue.id}>
              <QueueRow queue={queue} onAct={(name) => act(name, queue)} />
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
      {open?.act === 'create' && <QueueForm onClose={close} />}
      {open?.act === 'edit' && <QueueForm queue={open.queue} onClose={close} />}
      {open?.act === 'delete' && (
        <DeleteQueue
          queue={open.queue}
          onDelete={() => remove.mutateAsync(open.queue)}
          onDeactivate={() => turn.mutateAsync({ queue: open.queue, isActive: false })}
          onClose={close}
        />
      )}
    </div>
  )
}

function QueueRow({ queue, onAct }: { queue: QueueOverview; onAct(act: Act): void }) {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  const { users, openTickets, connections } = queue
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full text-left text-thread font-medium hover:underline"
          onClick={() => onAct('edit')}
        >
          <ColorDot color={queue.color} label={queue.queue} />
        </button>
        <p className="flex flex-wrap gap-x-3 text-list text-ink-muted tabular-nums">
          <span className={users === 0 && openTickets > 0 ? 'text-warning' : undefined}>
            {t('count.people', { count: users, shown: written(users) })}
          </span>
          <span>{t('count.openTickets', { count: openTickets, shown: written(openTickets) })}</span>
          {connections > 0 && (
            <span>{t('count.connections', { count: connections, shown: written(connections) })}</span>
          )}
        </p>
      </div>
      {!queue.isActive && <Badge>{t('state.inactive')}</Badge>}
      <DropdownMenu
        trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('acts', { name: queue.queue })} />}
      >
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
          {t('shell:action.edit')}
        </MenuItem>
        {queue.isActive ? (
          <MenuItem icon={<CircleOff size={16} />} onSelect={() => onAct('deactivate')}>
            {t('act.deactivate')}
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck size={16} />} onSelect={() => onAct('activate')}>
            {t('act.activate')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => onAct('delete')}>
          {t('shell:action.delete')}
        </MenuItem>
      </DropdownMenu>
    </div>
  )
}

/** S8-058: a queue that tickets are in, open or closed, stays; so does one that a channel leads to. */
function DeleteQueue({
  queue,
  ...rest
}: {
  queue: QueueOverview
  onDelete(): Promise<unknown>
  onDeactivate(): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  const { openTickets, connections } = queue
  const holding = [
    openTickets > 0 && t('count.openTickets', { count: openTickets, shown: written(openTickets) }),
    connections > 0 && t('count.connections', { count: connections, shown: written(connections) }),
  ].filter((text) => text !== false)
  return (
    <DeleteOrDeactivate
      {...rest}
      isActive={queue.isActive}
      title={t('queues.delete.title', { name: queue.queue })}
      description={t('queues.delete.detail', { count: queue.users, shown: written(queue.users) })}
      confirmLabel={t('queues.delete.submit')}
      inUse={holding.length > 0 ? t('queues.delete.inUse', { what: holding.join(', ') }) : null}
      refusal="ERR_QUEUE_TICKET_EXISTS"
      refused={t('queues.delete.refused')}
    />
  )
}
