import type { ActingTicketChange } from '@recado/contracts'
import type { TicketsService } from '../tickets/tickets.service.ts'

/** The limit of PUT /tickets/{id}. */
const mostTags = 50

/** A change as plugins write it, as the service takes it. @throws RangeError for more than fifty tags */
export function ticketUpdateOf({
  addTags = [],
  removeTags = [],
  ...change
}: ActingTicketChange): Parameters<TicketsService['update']>[2] {
  if (addTags.length + removeTags.length > mostTags)
    throw new RangeError(`at most ${mostTags} tags are changed at once`)
  return {
    ...change,
    ...(addTags.length + removeTags.length > 0 && { retag: { add: [...addTags], remove: [...removeTags] } }),
  }
}
