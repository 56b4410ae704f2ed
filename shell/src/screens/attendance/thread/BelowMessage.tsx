import { useTicket, type MessageWords } from '@recado/sdk/ui'
import type { Message } from '../../../base/contracts.ts'
import { hasContributions, slotContributions } from '../../../base/federation/contributions.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { useManifest } from '../../../data/workplace/workplace-context.ts'

interface BelowMessageProps {
  message: Message
  /** Words to read in the place of the message's own, or null. Stays the same function. */
  onWords(words: MessageWords | null): void
}

/** What plugins add to a message, below what it says. */
export function BelowMessage(props: BelowMessageProps) {
  // Most companies have none: their messages are not drawn again with each change of the ticket.
  return hasContributions(useManifest(), 'ticket.message.below') ? <Contributions {...props} /> : null
}

function Contributions({ message, onWords }: BelowMessageProps) {
  const ticket = useTicket()
  return slotContributions(useManifest(), 'ticket.message.below', ticket.channel).map(({ key, plugin, part }) => (
    <PluginPanel
      key={key}
      plugin={plugin}
      panel={part.panel}
      slot="ticket.message.below"
      props={{ ticket, message, onWords }}
      fallback={null}
    />
  ))
}
