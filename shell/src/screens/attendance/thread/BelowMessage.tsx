import { useTicket } from '@recado/sdk/ui'
import type { Message } from '../../../base/contracts.ts'
import { hasContributions, slotContributions } from '../../../base/federation/contributions.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { useManifest } from '../../../data/workplace/workplace-context.ts'

/** What plugins add to a message, below what it says. */
export function BelowMessage({ message }: { message: Message }) {
  // Most companies have none: their messages are not drawn again with each change of the ticket.
  return hasContributions(useManifest(), 'ticket.message.below') ? <Contributions message={message} /> : null
}

function Contributions({ message }: { message: Message }) {
  const ticket = useTicket()
  return slotContributions(useManifest(), 'ticket.message.below', ticket.channel).map(({ key, plugin, part }) => (
    <PluginPanel
      key={key}
      plugin={plugin}
      panel={part.panel}
      slot="ticket.message.below"
      props={{ ticket, message }}
      fallback={null}
    />
  ))
}
