import { Refusal, type ErrorCode, type TicketBulk, type TicketBulkResult, type Viewer } from '@recado/contracts'
import type { TicketsService } from './tickets.service.ts'

/** Changes that are under way at once: each is a transaction of its own. */
const atOnce = 4

/**
 * POST /tickets/bulk: every change by the rules of a single one, so that one that is refused keeps no other back. Answers
 * how each went, in the order in which they were asked for; refused as a whole where nothing could be done.
 */
export async function changeTickets(tickets: Pick<TicketsService, 'update'>, viewer: Viewer, { changes }: TicketBulk): Promise<TicketBulkResult[]> {
  const results: TicketBulkResult[] = []
  for (let from = 0; from < changes.length; from += atOnce) {
    results.push(...await Promise.all(changes.slice(from, from + atOnce).map(async ({ id, ...change }): Promise<TicketBulkResult> => {
      try {
        return { id, ticket: await tickets.update(viewer, id, change), error: null }
      } catch (error) {
        if (!Refusal.is(error)) throw error
        return { id, ticket: null, error: error.code }
      }
    })))
  }
  const refused = results[0]!.error
  if (refused && results.every(({ error }) => error !== null)) throw new Refusal(refused as ErrorCode)
  return results
}
