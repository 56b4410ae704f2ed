import { Inbox } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueOverview } from '../../base/contracts.ts'
import { DeleteOrDeactivate } from '../../base/forms/DeleteOrDeactivate.tsx'
import { useCappedCount } from '../../base/forms/use-capped-count.ts'
import { useQueueActs, useQueueOverview } from '../../data/queues/use-queue-admin.ts'
import { SwitchedList } from '../../parts/switched-list/SwitchedList.tsx'
import { SwitchedRow, type SwitchedAct } from '../../parts/switched-list/SwitchedRow.tsx'
import { QueueForm } from './QueueForm.tsx'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; queue: QueueOverview }

/** `/configuracoes/filas` (S2-077): the departments that tickets are handed to, and who works in them. */
export function Queues() {
  const { t } = useTranslation('queues')
  const [search, setSearch] = useState('')
  const query = useQueueOverview(useDeferredValue(search).trim())
  const { switchTo, turn, remove } = useQueueActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const first = query.data?.pages[0]
  const act = (name: SwitchedAct, queue: QueueOverview): void => {
    if (name === 'activate' || name === 'deactivate') switchTo(queue, name === 'activate')
    else setOpen({ act: name, queue })
  }
  return (
    <>
      <SwitchedList
        kind="queues"
        icon={<Inbox size={22} />}
        query={query}
        rows={query.data?.pages.flatMap((page) => page.queues) ?? []}
        search={search}
        className="flex flex-col gap-2"
        note={
          first &&
          first.activeLimit !== null && (
            <p className="rounded-md bg-accent-soft px-3 py-2 text-list" role="status">
              {t('queues.limit', { count: first.activeLimit, active: first.active })}
            </p>
          )
        }
        onSearch={setSearch}
        onAdd={() => setOpen({ act: 'create' })}
      >
        {(queue) => (
          <SwitchedRow
            name={queue.queue}
            color={queue.color}
            isActive={queue.isActive}
            figures={<QueueFigures queue={queue} />}
            onAct={(name) => act(name, queue)}
          />
        )}
      </SwitchedList>
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
    </>
  )
}

function QueueFigures({ queue: { users, openTickets, connections } }: { queue: QueueOverview }) {
  const { t } = useTranslation('queues')
  const written = useCappedCount()
  return (
    <>
      <span className={users === 0 && openTickets > 0 ? 'text-warning' : undefined}>
        {t('count.people', { count: users, shown: written(users) })}
      </span>
      <span>{t('count.openTickets', { count: openTickets, shown: written(openTickets) })}</span>
      {connections > 0 && <span>{t('count.connections', { count: connections, shown: written(connections) })}</span>}
    </>
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
