import { ChevronsUp, Hourglass, MailOpen, type LucideIcon } from 'lucide-react'
import { defaultFilter, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'

/**
 * Views that everybody wants and nobody has to save; their names are `attendance:views.ready.<name>`. Who waits is
 * shown worst first: the urgent, and among equals who has waited longest.
 */
export const readyViews: readonly {
  readonly name: 'unanswered' | 'urgent' | 'unread'
  readonly Mark: LucideIcon
  readonly filter: Partial<TicketFilter>
}[] = [
  { name: 'unanswered', Mark: Hourglass, filter: { unanswered: true, sort: 'priority' } },
  { name: 'urgent', Mark: ChevronsUp, filter: { priorities: ['urgent', 'high'], sort: 'priority' } },
  { name: 'unread', Mark: MailOpen, filter: { withUnreadMessages: true } },
]

/** The list narrowed to this and nothing else, over all open and waiting tickets. */
export const narrowedTo = (change: Partial<TicketFilter>): TicketFilter => ({
  ...defaultFilter,
  view: 'all',
  ...change,
})

/** Where somebody begins who has no conversations of their own. */
export const worstFirst = narrowedTo(readyViews.find(({ name }) => name === 'unanswered')!.filter)
