import type { SessionContext, Ticket, TicketId } from '@recado/sdk'
import { refusal } from '../errors.ts'

/** @throws Refusal ERR_NO_TICKET_FOUND for one that this user may not see */
export async function requireTicket(
  { core, viewer }: Pick<SessionContext, 'core' | 'viewer'>,
  id: TicketId,
): Promise<Ticket> {
  const [ticket] = await core.tickets.visibleTo(viewer, [id])
  if (!ticket) throw refusal('ERR_NO_TICKET_FOUND')
  return ticket
}
