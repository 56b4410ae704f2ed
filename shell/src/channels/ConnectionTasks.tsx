import { Button } from '@recado/sdk/ui'
import { ArrowRightLeft, History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../contracts.ts'

/** How far imports and moves came; what ended without a fault is said once and stays readable until the next one. */
export function ConnectionTasks({ connection, onCancelImport }: { connection: Connection; onCancelImport(): void }) {
  const { t } = useTranslation('settings')
  if (connection.tasks.length === 0) return null
  return (
    <ul className="border-t border-line">
      {connection.tasks.map((task) => {
        const { kind, state, done, skipped, progress, error } = task
        const running = state === 'running'
        return (
          <li key={kind} className="flex flex-col gap-2 px-4 py-2.5 text-list">
            <div className="flex items-center gap-2.5">
              {kind === 'import' ? <History size={15} className="shrink-0 text-ink-muted" aria-hidden /> : <ArrowRightLeft size={15} className="shrink-0 text-ink-muted" aria-hidden />}
              <span role="status" className="min-w-0 flex-1">
                {t(`channels.task.${kind}.state.${state}`)} <span className="text-ink-muted">{t(`channels.task.${kind}.done`, { count: done })}{skipped > 0 && ` · ${t(`channels.task.${kind}.skipped`, { count: skipped })}`}</span>
                {error && <span className="block text-danger wrap-anywhere">{error}</span>}
              </span>
              {running && kind === 'import' && <Button size="small" variant="ghost" onClick={onCancelImport}>{t('channels.task.stop')}</Button>}
            </div>
            {running && <progress className="h-1.5 w-full accent-accent" aria-label={t(`channels.task.${kind}.state.running`)} {...(progress !== null && { value: progress, max: 1 })} />}
          </li>
        )
      })}
    </ul>
  )
}
