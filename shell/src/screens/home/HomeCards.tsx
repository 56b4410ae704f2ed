import { Skeleton, usePermission } from '@recado/sdk/ui'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../base/federation/contributions.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import type { TicketCounts } from '../../base/contracts.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import { usePluginTitles } from '../../parts/navigation/navigation.tsx'
import { CountBars } from './CountBars.tsx'
import { CountTiles } from './CountTiles.tsx'

const MassActions = lazy(async () => ({ default: (await import('./mass/MassActions.tsx')).MassActions }))

/** A card of the home page. `wide`: over both columns. */
export interface HomeCard {
  readonly key: string
  readonly title: string
  readonly wide: boolean
  readonly content: ReactNode
}

/** All cards that the user has, as they come: those of the product, then those that plugins contribute. */
export function useHomeCards(counts: TicketCounts | undefined, isQuiet: boolean): readonly HomeCard[] {
  const { t } = useTranslation('home')
  const manifest = useManifest()
  const titles = usePluginTitles(manifest)
  const mayActOnMany = usePermission('tickets.mass')
  const bars: HomeCard[] =
    counts && !isQuiet
      ? [
          {
            key: 'core/queues',
            title: t('byQueue'),
            wide: false,
            content: (
              <CountBars
                title={t('byQueue')}
                rows={counts.byQueue.map((row) => ({
                  id: row.queueId ?? '',
                  name: row.queue ?? t('noQueue'),
                  waiting: row.pending,
                  attending: row.open,
                }))}
              />
            ),
          },
          {
            key: 'core/users',
            title: t('byUser'),
            wide: false,
            content: (
              <CountBars
                title={t('byUser')}
                rows={counts.byUser.map((row) => ({ id: row.userId, name: row.name, waiting: 0, attending: row.open }))}
                people
              />
            ),
          },
        ].filter(({ key }) => (key === 'core/queues' ? counts.byQueue : counts.byUser).length > 0)
      : []
  const acts: HomeCard[] = mayActOnMany
    ? [
        {
          key: 'core/mass',
          title: t('tickets:mass.title'),
          wide: true,
          content: (
            <Suspense fallback={<Skeleton height="6rem" />}>
              <MassActions />
            </Suspense>
          ),
        },
      ]
    : []
  return [
    { key: 'core/now', title: t('now'), wide: true, content: <CountTiles counts={counts} /> },
    ...bars,
    ...acts,
    ...slotContributions(manifest, 'home.widget', null).map(({ key, plugin, part }) => ({
      key,
      title: titles({ ...plugin, ...manifest.plugins.find(({ id }) => id === plugin.id)! }, part.titleKey),
      wide: part.wide === true,
      content: (
        <div className="min-w-0 rounded-lg border border-line bg-surface p-4">
          <PluginPanel plugin={plugin} panel={part.panel} slot="home.widget" props={{}} />
        </div>
      ),
    })),
  ]
}
