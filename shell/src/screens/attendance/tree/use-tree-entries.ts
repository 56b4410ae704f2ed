import { usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../../data/channels/use-connections.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { useTags } from '../../../data/tags/use-tags.ts'
import { useTicketCounts } from '../../../data/tickets/use-ticket-counts.ts'
import { narrowedTo, readyViews } from '../views/ready-views.ts'
import { useTicketViewCounts, useTicketViews } from '../views/use-ticket-views.ts'
import { filterOfView } from '../views/view-filter.ts'
import { entriesOf, type TreeEntry, type TreeGroup } from './tree-groups.ts'

/** Entries of the tree by group. Counts are those that tabs and views show already: nothing is counted for the tree. */
export function useTreeEntries(): Readonly<Record<TreeGroup, readonly TreeEntry[]>> {
  const { t } = useTranslation('attendance')
  const mayReadChannels = usePermission('channels.read')
  const counts = useTicketCounts().data
  const views = useTicketViews().data ?? []
  const viewCounts = useTicketViewCounts(views.length > 0)
  const queues = useQueues()
  const tags = useTags()
  const connections = useConnections(mayReadChannels).data ?? []
  const ofQueue = new Map(counts?.byQueue.map((one) => [one.queueId as string | null, one.open + one.pending]))
  return {
    view: [
      ...readyViews.map(({ name, filter }) => ({
        key: `view ${name}`,
        name: t(`views.ready.${name}`),
        filter: narrowedTo(filter),
      })),
      ...views.map((view) => {
        const { count = 0, capped = false } = viewCounts.get(view.id) ?? {}
        return {
          key: `view ${view.id}`,
          name: view.name,
          filter: filterOfView(view),
          viewId: view.id as string,
          count: { value: count, max: capped ? 99 : 100 },
        }
      }),
    ],
    queue: entriesOf(
      'queue',
      queues.map(({ id, queue, color, isActive }) => ({ id, name: queue, color, isOffered: isActive })),
      (id) => counts && { value: ofQueue.get(id) ?? 0, max: counts.cap },
    ),
    connection: entriesOf(
      'connection',
      connections.map(({ id, name }) => ({ id, name, isOffered: true })),
    ),
    tag: entriesOf(
      'tag',
      tags.map(({ id, tag, color, isActive }) => ({ id, name: tag, color, isOffered: isActive })),
    ),
  }
}
