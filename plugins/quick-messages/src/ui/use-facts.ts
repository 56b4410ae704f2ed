import { useViewer, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { dayPart, type VariableFacts } from '../messages/variables.ts'

/** What the variables stand for in a conversation; without one, examples. */
export function useFacts(ticket?: { readonly name: string; readonly protocol: string; readonly queue: string | null }): VariableFacts {
  const { t } = useWords()
  const { name: agentName } = useViewer()
  // The greeting may be as old as the screen that shows it, which is opened anew for every conversation.
  const [now] = useState(() => new Date())
  return {
    contactName: ticket?.name ?? t('example.contact'), protocol: ticket?.protocol ?? t('example.protocol'), agentName,
    greeting: t(`greeting.${dayPart(now)}`), queue: ticket ? ticket.queue ?? '' : t('example.queue'),
  }
}
