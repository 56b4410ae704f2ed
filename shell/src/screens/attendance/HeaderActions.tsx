import type { TicketCommand } from '@recado/sdk/ui'
import { useCallback, useMemo, useState } from 'react'
import { slotContributions, type Contribution } from '../../base/federation/contributions.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { SlotContribution, Ticket } from '../../base/contracts.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import { useOfferCommands } from '../../base/shortcuts/commands.ts'

/** First command of a contribution to the header: what its button does. */
export interface HeaderCommand {
  /** Key of the contribution. */
  readonly key: string
  /** Name of its icon, when the contribution has one. */
  readonly icon: string | undefined
  readonly label: string
  run(): void
}

/** What the contributions to a header have offered, in their order, and the way in which they offer it. */
export function useHeaderCommands(ticket: Ticket): readonly [readonly HeaderCommand[], OfferHeaderCommand] {
  const [offered, setOffered] = useState<Readonly<Record<string, TicketCommand | undefined>>>({})
  const offer = useCallback<OfferHeaderCommand>(
    (key, command) => setOffered((before) => (before[key] === command ? before : { ...before, [key]: command })),
    [],
  )
  const contributions = useHeaderContributions(ticket)
  const commands = contributions.flatMap(({ key, part }): HeaderCommand[] => {
    const command = offered[key]
    return command ? [{ key, icon: part.icon, label: command.label, run: () => command.run() }] : []
  })
  return [commands, offer]
}

export type OfferHeaderCommand = (key: string, command: TicketCommand | undefined) => void

/** Contributions of plugins to the header of a conversation, and to the palette while it is shown. */
export function HeaderActions({ ticket, onFirst }: { ticket: Ticket; onFirst: OfferHeaderCommand }) {
  return useHeaderContributions(ticket).map((contribution) => (
    <HeaderAction key={contribution.key} contribution={contribution} ticket={ticket} onFirst={onFirst} />
  ))
}

const useHeaderContributions = (ticket: Ticket) =>
  slotContributions(useManifest(), 'ticket.header.actions', ticket.channel)

function HeaderAction({
  contribution: { key, plugin, part },
  ticket,
  onFirst,
}: {
  contribution: Contribution<SlotContribution>
  ticket: Ticket
  onFirst: OfferHeaderCommand
}) {
  const [commands, setCommands] = useState<readonly TicketCommand[]>([])
  useOfferCommands(
    useMemo(
      () => commands.map((command) => ({ id: `${key}/${command.id}`, label: command.label, run: () => command.run() })),
      [commands, key],
    ),
  )
  const onCommands = useCallback(
    (given: readonly TicketCommand[]): void => {
      setCommands(given)
      onFirst(key, given[0])
    },
    [key, onFirst],
  )
  return (
    <div className="small-slot">
      <PluginPanel
        plugin={plugin}
        panel={part.panel}
        slot="ticket.header.actions"
        props={{ ticket, onCommands }}
        fallback={null}
      />
    </div>
  )
}
