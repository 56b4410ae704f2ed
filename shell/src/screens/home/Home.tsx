import { Button, EmptyState, ErrorState, PageHeader, Skeleton, useApi, usePermission, useViewer } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../base/federation/contributions.ts'
import { keys } from '../../base/query-keys.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { TicketCounts } from '../../base/contracts.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import { CountBars } from './CountBars.tsx'
import { CountTiles } from './CountTiles.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const MassActions = lazy(async () => ({ default: (await import('./mass/MassActions.tsx')).MassActions }))

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'

/** `/home`: current counts. They follow the pushes. */
export function Home() {
  const { t, i18n } = useTranslation('home')
  const api = useApi()
  const viewer = useViewer()
  const mayActOnMany = usePermission('tickets.mass')
  const router = useRouter()
  const manifest = useManifest()
  const counts = useQuery({
    queryKey: keys.counts,
    queryFn: ({ signal }) => api.get<TicketCounts>('/messages/count-all', { signal }),
  })
  const data = counts.data
  const [now] = useState(() => new Date())
  const quiet = data !== undefined && data.open + data.pending + data.closed + data.group === 0
  const widgets = slotContributions(manifest, 'home.widget', null)
  const openAttendance = () => void router.navigate({ to: '/atendimento' })

  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t(`greeting.${greetingAt(now.getHours())}`, { name: viewer.name.split(' ')[0] })}
          description={new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' }).format(now)}
        />
        <FirstSteps counts={data} />
        {counts.isError && <ErrorState what={t('counts')} error={counts.error} onRetry={() => void counts.refetch()} />}
        {!counts.isError && <CountTiles counts={data} />}
        {quiet && (
          <EmptyState
            icon={<MessagesSquare size={22} />}
            title={t('emptyTitle')}
            action={<Button onClick={openAttendance}>{t('goAttendance')}</Button>}
          >
            {t('emptyDetail')}
          </EmptyState>
        )}
        {data && !quiet && (
          <div className="grid gap-4 side:grid-cols-2">
            <CountBars
              title={t('byQueue')}
              rows={data.byQueue.map((row) => ({
                id: row.queueId ?? '',
                name: row.queue ?? t('noQueue'),
                waiting: row.pending,
                attending: row.open,
              }))}
            />
            <CountBars
              title={t('byUser')}
              rows={data.byUser.map((row) => ({ id: row.userId, name: row.name, waiting: 0, attending: row.open }))}
              people
            />
          </div>
        )}
        {mayActOnMany && (
          <Suspense fallback={<Skeleton height="6rem" />}>
            <MassActions />
          </Suspense>
        )}
        {widgets.length > 0 && (
          <div className="gap-4 side:columns-2">
            {widgets.map(({ key, plugin, part }) => (
              <div key={key} className="mb-4 break-inside-avoid rounded-lg border border-line bg-surface p-4">
                <PluginPanel plugin={plugin} panel={part.panel} slot="home.widget" props={{}} />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
