import type { TicketCommand } from '@recado/sdk/ui'
import { useMemo, useState } from 'react'
import { slotContributions, type Contribution } from '../../base/federation/contributions.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { SlotContribution, Ticket } from '../../base/contracts.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import { useOfferCommands } from '../../base/shortcuts/commands.ts'

/** Contributions of plugins to the header of a conversation, and to the palette while it is shown. */
export function HeaderActions({ ticket }: { ticket: Ticket }) {
  const manifest = useManifest()
  return slotContributions(manifest, 'ticket.header.actions', ticket.channel).map((contribution) => (
    <HeaderAction key={contribution.key} contribution={contribution} ticket={ticket} />
  ))
}

function HeaderAction({
  contribution: { key, plugin, part },
  ticket,
}: {
  contribution: Contribution<SlotContribution>
  ticket: Ticket
}) {
  const [commands, setCommands] = useState<readonly TicketCommand[]>([])
  useOfferCommands(
    useMemo(
      () => commands.map((command) => ({ id: `${key}/${command.id}`, label: command.label, run: () => command.run() })),
      [commands, key],
    ),
  )
  return (
    <div className="small-slot">
      <PluginPanel
        plugin={plugin}
        panel={part.panel}
        slot="ticket.header.actions"
        props={{ ticket, onCommands: setCommands }}
        fallback={null}
      />
    </div>
  )
}
