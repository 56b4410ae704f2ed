import { Button } from '@recado/sdk/ui'
import { ArrowRightLeft, BookUser, History, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'

type TaskKind = Connection['tasks'][number]['kind']

const icons: Record<TaskKind, LucideIcon> = { import: History, transfer: ArrowRightLeft, contacts: BookUser }

/**
 * Progress of imports and moves; one that ended without a fault is announced once and stays readable until the next
 * one.
 */
export function ConnectionTasks({
  connection,
  onCancelTask,
}: {
  connection: Connection
  onCancelTask(kind: 'import' | 'contacts'): void
}) {
  const { t } = useTranslation('settings')
  if (connection.tasks.length === 0) return null
  return (
    <ul className="border-t border-line">
      {connection.tasks.map((task) => {
        const { kind, state, done, updated, skipped, progress, error } = task
        const running = state === 'running'
        const TaskIcon = icons[kind]
        const counts = [
          t(`channels.task.${kind}.done`, { count: done }),
          updated > 0 && t('channels.task.contacts.updated', { count: updated }),
          skipped > 0 && t(`channels.task.${kind}.skipped`, { count: skipped }),
        ]
        return (
          <li key={kind} className="flex flex-col gap-2 px-4 py-2.5 text-list">
            <div className="flex items-center gap-2.5">
              <TaskIcon size={15} className="shrink-0 text-ink-muted" aria-hidden />
              <span role="status" className="min-w-0 flex-1">
                {t(`channels.task.${kind}.state.${state}`)}{' '}
                <span className="text-ink-muted">{counts.filter(Boolean).join(' · ')}</span>
                {error && <span className="block text-danger wrap-anywhere">{error}</span>}
              </span>
              {running && kind !== 'transfer' && (
                <Button size="small" variant="ghost" onClick={() => onCancelTask(kind)}>
                  {t('channels.task.stop')}
                </Button>
              )}
            </div>
            {running && (
              <progress
                className="h-1.5 w-full accent-accent"
                aria-label={t(`channels.task.${kind}.state.running`)}
                {...(progress !== null && { value: progress, max: 1 })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
