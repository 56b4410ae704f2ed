import { Refusal, type Logger, type TicketBulk, type TicketBulkResult, type Viewer } from '@recado/contracts'
import { refusalOf } from '../http/refusals.ts'
import type { TicketsService } from './tickets.service.ts'

/** Changes that are under way at once: each is a transaction of its own. */
const atOnce = 4

/**
 * POST /tickets/bulk: every change by the rules of a single one, so that one that is refused or fails keeps no other
 * back. Answers how each went, in the order in which they were asked for; refused as a whole where nothing could be
 * done.
 */
export async function changeTickets(
  { tickets, log }: { tickets: Pick<TicketsService, 'update'>; log: Logger },
  viewer: Viewer,
  { changes }: TicketBulk,
): Promise<TicketBulkResult[]> {
  const results: TicketBulkResult[] = []
  const errors: unknown[] = []
  for (let from = 0; from < changes.length; from += atOnce) {
    results.push(
      ...(await Promise.all(
        changes.slice(from, from + atOnce).map(async ({ id, ...change }, place): Promise<TicketBulkResult> => {
          try {
            return { id, ticket: await tickets.update(viewer, id, change), error: null }
          } catch (error) {
            errors[from + place] = error
            if (!Refusal.is(error))
              log.error({ err: error, tenantId: viewer.tenantId, ticketId: id }, 'one of several changes failed')
            return { id, ticket: null, error: refusalOf(error, 'core').code }
          }
        }),
      )),
    )
  }
  if (results.every(({ error }) => error !== null)) throw errors[0]
  return results
}
