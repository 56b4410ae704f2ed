import { classNames, type ThreadEntry } from '@recado/sdk/ui'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { slotContributions, type Contribution } from '../../../base/federation/contributions.ts'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import type { SlotContribution, Ticket } from '../../../base/contracts.ts'
import { PluginPanel, PluginPart, type PanelPlugin } from '../../../base/federation/index.ts'

/** An entry of a plugin between the messages. `key` is unique in the thread. */
export interface PluginEntry {
  readonly key: string
  readonly at: string
  readonly plugin: PanelPlugin
  readonly element: ReactNode
}

/** Whether what a thread is to be at is a plugin's, and not a message. */
export const isPluginEntry = (key: string): boolean => key.includes('/')

type Take = (panel: string, entries: readonly PluginEntry[]) => void

/**
 * Entries of plugins between the messages of a ticket. `feeds` provide them and have to be rendered; without such
 * plugins there are none. `isComplete` once each of them has provided its entries.
 */
export function usePluginEntries(
  ticket: Ticket,
  since: string | null,
): { entries: readonly PluginEntry[]; isComplete: boolean; feeds: ReactNode } {
  const manifest = useManifest()
  const contributions = useMemo(
    () => slotContributions(manifest, 'ticket.thread.entries', ticket.channel),
    [manifest, ticket.channel],
  )
  const [byPanel, setByPanel] = useState<Readonly<Record<string, readonly PluginEntry[]>>>({})
  const take = useCallback<Take>((panel, entries) => setByPanel((before) => ({ ...before, [panel]: entries })), [])
  const entries = useMemo(() => Object.values(byPanel).flat(), [byPanel])
  return {
    entries,
    isComplete: contributions.every(({ key }) => key in byPanel),
    feeds: contributions.map((contribution) => (
      <Feed key={contribution.key} contribution={contribution} ticket={ticket} since={since} onTake={take} />
    )),
  }
}

function Feed({
  contribution: { key, plugin, part },
  ticket,
  since,
  onTake,
}: {
  contribution: Contribution<SlotContribution>
  ticket: Ticket
  since: string | null
  onTake: Take
}) {
  const onEntries = useCallback(
    (entries: readonly ThreadEntry[]) =>
      onTake(
        key,
        entries.map(({ id, at, element }) => ({ key: `${plugin.id}/${id}`, at, plugin, element })),
      ),
    [key, plugin, onTake],
  )
  useEffect(() => () => onTake(key, []), [key, onTake])
  return (
    <div className="small-slot">
      <PluginPanel
        plugin={plugin}
        panel={part.panel}
        slot="ticket.thread.entries"
        props={{ ticket, since, onEntries }}
        fallback={null}
      />
    </div>
  )
}

export const PluginEntryView = ({ entry, highlighted }: { entry: PluginEntry; highlighted: boolean }) => (
  <div className={classNames('transition-colors', highlighted && 'bg-accent-soft')}>
    <PluginPart plugin={entry.plugin}>{entry.element}</PluginPart>
  </div>
)
