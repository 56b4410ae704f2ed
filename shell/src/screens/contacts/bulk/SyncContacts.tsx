import { isSupported } from '@recado/sdk/client'
import { Button, Dialog, EmptyState, ErrorState, Skeleton, useErrorText, useNumberFormat } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { BookUser } from 'lucide-react'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannelTypes } from '../../../data/channels/use-channel-type.ts'
import { useConnectionActs, useConnections } from '../../../data/channels/use-connections.ts'
import type { Connection } from '../../../base/contracts.ts'

const counts = ['done', 'updated', 'skipped'] as const
const taskOf = (connection: Connection) => connection.tasks.find(({ kind }) => kind === 'contacts')

/**
 * S2-097: makes contacts of those that a channel lists. A running one is found again when the dialog is opened again.
 */
export function SyncContacts({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('contacts')
  const router = useRouter()
  const connections = useConnections()
  const able = new Set(
    useChannelTypes()
      .filter(({ info }) => isSupported(info.capabilities.contacts))
      .map(({ info }) => info.type),
  )
  const offered = (connections.data ?? []).filter(({ type }) => able.has(type))
  const [chosen, setChosen] = useState<string | null>()
  const running = offered.find((connection) => taskOf(connection)?.state === 'running')
  if (chosen === undefined && running) setChosen(running.id)
  const shown = offered.find(({ id }) => id === chosen)
  return (
    <Dialog
      title={t('sync.title')}
      description={t('sync.description')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {connections.isPending ? (
        <Skeleton lines={3} />
      ) : connections.isError ? (
        <ErrorState what={t('sync.what')} error={connections.error} onRetry={() => void connections.refetch()} />
      ) : offered.length === 0 ? (
        <EmptyState
          icon={<BookUser size={22} />}
          title={t('sync.none')}
          action={
            <Button onClick={() => void router.navigate({ to: '/configuracoes/canais' })}>
              {t('sync.goChannels')}
            </Button>
          }
        >
          {t('sync.noneDetail')}
        </EmptyState>
      ) : shown && taskOf(shown) ? (
        <SyncProgress connection={shown} onAgain={() => setChosen(null)} onClose={onClose} />
      ) : (
        <ChooseChannel offered={offered} onStarted={setChosen} />
      )}
    </Dialog>
  )
}

function ChooseChannel({ offered, onStarted }: { offered: readonly Connection[]; onStarted(id: string): void }) {
  const { t } = useTranslation('contacts')
  const [group, textOf] = [useId(), useErrorText()]
  const { startContacts } = useConnectionActs()
  const [chosen, setChosen] = useState(offered.find(({ status }) => status === 'connected')?.id ?? null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (chosen !== null) startContacts.mutate(chosen, { onSuccess: () => onStarted(chosen) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-list font-medium">{t('sync.choose')}</legend>
        {offered.map(({ id, name, status }) => (
          <label key={id} className="flex items-start gap-2.5 rounded-md px-2 py-2 has-enabled:hover:bg-hover">
            <input
              type="radio"
              className="mt-1 accent-accent"
              name={group}
              value={id}
              checked={chosen === id}
              disabled={status !== 'connected'}
              onChange={() => setChosen(id)}
            />
            <span className="min-w-0 text-thread wrap-anywhere">
              {name}
              {status !== 'connected' && <span className="block text-list text-ink-muted">{t('sync.off')}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {startContacts.isError && (
        <p role="alert" className="k-field-error">
          {textOf(startContacts.error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={chosen === null} busy={startContacts.isPending}>
          {t('sync.start')}
        </Button>
      </div>
    </form>
  )
}

/** The connection's pushes keep it up to date. */
function SyncProgress({ connection, onAgain, onClose }: { connection: Connection; onAgain(): void; onClose(): void }) {
  const { t } = useTranslation(['contacts', 'settings'])
  const numbers = useNumberFormat()
  const queries = useQueryClient()
  const { cancelTask } = useConnectionActs()
  const task = taskOf(connection)!
  const running = task.state === 'running'
  useEffect(() => {
    if (!running) void queries.invalidateQueries({ queryKey: ['contacts'] })
  }, [running, queries])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p role="status" className="font-medium">
          {t(`settings:channels.task.contacts.state.${task.state}`)}
        </p>
        <p className="text-list text-ink-muted wrap-anywhere">{connection.name}</p>
        {running && (
          <progress
            className="h-2 w-full accent-accent"
            aria-label={t('sync.progress')}
            {...(task.progress !== null && { value: task.progress, max: 1 })}
          />
        )}
        {running && <p className="text-list text-ink-muted">{t('sync.goesOn')}</p>}
        {task.error && <p className="text-list text-danger wrap-anywhere">{task.error}</p>}
      </div>
      <dl className="grid grid-cols-3 gap-3">
        {counts.map((count) => (
          <div key={count} className="rounded-lg border border-line px-3 py-2">
            <dt className="text-xs text-ink-muted">{t(`sync.count.${count}`)}</dt>
            <dd className="text-lg font-semibold tabular-nums">{numbers.whole(task[count])}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        {running && (
          <Button
            className="mr-auto"
            busy={cancelTask.isPending}
            onClick={() => cancelTask.mutate({ id: connection.id, kind: 'contacts' })}
          >
            {t('sync.stop')}
          </Button>
        )}
        {!running && <Button onClick={onAgain}>{t('sync.another')}</Button>}
        <Button variant="primary" onClick={onClose}>
          {t(running ? 'sync.background' : 'sync.close')}
        </Button>
      </div>
    </div>
  )
}
