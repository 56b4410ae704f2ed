import {
  AttendanceFilter,
  defineRoute,
  Empty,
  id,
  Ticket,
  TicketAssistance,
  TicketBulk,
  TicketBulkResult,
  TicketCounts,
  TicketCreate,
  TicketLogEntry,
  TicketMergeDone,
  TicketMergeOrder,
  TicketMergeOverview,
  TicketPage,
  TicketTransfer,
  TicketUpdate,
  TransferredTicket,
  type Logger,
  type TicketId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { TicketDeletion } from './ticket-deletion.ts'
import { changeTickets } from './ticket-bulk.ts'
import type { TicketMerges } from './ticket-merges.service.ts'
import type { TicketsService } from './tickets.service.ts'
import type { TicketTransfers } from './transfers.service.ts'

const byId = z.object({ id: id<TicketId>() })
const byTicketId = z.object({ ticketId: id<TicketId>() })
const read = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'read' } as const
const write = { access: { kind: 'session', permission: 'tickets.write' }, rate: 'write' } as const
const notFound = { errors: ['ERR_NO_TICKET_FOUND'] } as const

export const ticketRoutes = ({
  tickets,
  transfers,
  merges,
  deletion,
  log,
}: {
  tickets: TicketsService
  transfers: TicketTransfers
  merges: TicketMerges
  deletion: TicketDeletion
  log: Logger
}): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets',
      summary: 'Tickets the user may see, pinned first, then newest change first',
      ...read,
      query: AttendanceFilter,
      response: TicketPage,
      errors: ['ERR_NO_STATUS_SELECTED'],
    }),
    (request, caller) => tickets.list(viewerOf(caller), request.query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/count-all',
      summary: 'Counts of live tickets by status, queue and user',
      ...read,
      response: TicketCounts,
    }),
    (_request, caller) => tickets.counts(viewerOf(caller)),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:id',
      summary: 'One ticket; opening it is logged',
      ...read,
      params: byId,
      response: Ticket,
      ...notFound,
    }),
    async (request, caller) => {
      const viewer = viewerOf(caller)
      const ticket = await tickets.get(viewer, request.params.id)
      await tickets.logAccess(viewer, ticket.id)
      return ticket
    },
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:id/watch',
      summary: 'One ticket, read along with: no access in its log, an entry in the audit trail',
      access: { kind: 'session', permission: 'tickets.watch' },
      rate: 'read',
      params: byId,
      response: Ticket,
      ...notFound,
    }),
    (request, caller) => tickets.watch(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:ticketId/logs',
      summary: 'What happened to a ticket, oldest first',
      ...read,
      params: byTicketId,
      response: z.array(TicketLogEntry),
      ...notFound,
    }),
    (request, caller) => tickets.logs(viewerOf(caller), request.params.ticketId),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/tickets',
      summary: 'Open a conversation with a contact',
      ...write,
      body: TicketCreate,
      response: Ticket,
      errors: [
        'ERR_OTHER_OPEN_TICKET',
        'ERR_CREATING_TICKET',
        'ERR_NO_CONTACT_FOUND',
        'ERR_NO_QUEUE_FOUND',
        'ERR_NO_USER_FOUND',
        'ERR_NO_SHARED_QUEUE',
        'ERR_NO_DEF_WAPP_FOUND',
      ],
    }),
    (request, caller) => tickets.create(viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/tickets/bulk',
      summary: 'Change several tickets, each by the rules of a single change',
      ...write,
      maxBody: 131_072,
      body: TicketBulk,
      response: z.array(TicketBulkResult),
    }),
    (request, caller) => changeTickets({ tickets, log }, viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/tickets/:id',
      summary:
        'Start, resolve, return, reopen, move, describe, prioritize, put off, have translated or written out, ' +
        'pin, follow or mark as read',
      ...write,
      params: byId,
      body: TicketUpdate,
      response: Ticket,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_TICKET_TRANSITION',
        'ERR_TICKET_ATTRIBUTES_REQUIRED',
        'ERR_OTHER_OPEN_TICKET',
        'ERR_NO_USER_FOUND',
        'ERR_NO_QUEUE_FOUND',
        'ERR_NO_SHARED_QUEUE',
        'ERR_TICKET_MERGED',
        'ERR_SNOOZE_IN_PAST',
        'ERR_SNOOZE_TOO_FAR',
      ],
    }),
    (request, caller) => tickets.update(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/tickets/:id/audio-transcription',
      summary: 'Have voice messages of a ticket written out or not; null does what the company does',
      ...write,
      params: byId,
      body: TicketAssistance.pick({ audioTranscription: true }).strict(),
      response: Ticket,
      ...notFound,
    }),
    (request, caller) => tickets.update(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/tickets/:id/translation-settings',
      summary: 'Have the messages of a ticket translated or not, and between which languages',
      ...write,
      params: byId,
      body: TicketAssistance.omit({ audioTranscription: true }).partial().strict(),
      response: Ticket,
      ...notFound,
    }),
    (request, caller) => tickets.update(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/tickets/:id/transfer',
      summary: 'Give a ticket to a colleague or a queue, as it is or as a new one',
      ...write,
      params: byId,
      body: TicketTransfer,
      response: TransferredTicket,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_TRANSFER_TARGET',
        'ERR_TICKET_OF_USER',
        'ERR_TICKET_OF_QUEUE',
        'ERR_NO_SHARED_QUEUE',
        'ERR_TICKET_TRANSITION',
        'ERR_NO_USER_FOUND',
        'ERR_NO_QUEUE_FOUND',
      ],
    }),
    (request, caller) => transfers.transfer(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:id/merges',
      summary: 'What could become part of a ticket, and what has',
      ...read,
      params: byId,
      response: TicketMergeOverview,
      ...notFound,
    }),
    (request, caller) => merges.overview(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/tickets/:id/merge',
      summary: 'Make another ticket of the contact part of this one',
      ...write,
      params: byId,
      body: TicketMergeOrder,
      response: TicketMergeDone,
      errors: [
        'ERR_NO_TICKET_FOUND',
        'ERR_TICKET_MERGE_SELF',
        'ERR_TICKET_MERGE_CONTACT',
        'ERR_TICKET_MERGE_CHANNEL',
        'ERR_TICKET_MERGED',
        'ERR_TICKET_TRANSITION',
      ],
    }),
    (request, caller) => merges.merge(viewerOf(caller), request.params.id, request.body.from),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/ticket-merges/:mergeId/undo',
      summary: 'Make two tickets of one again, within a day',
      ...write,
      params: z.object({ mergeId: z.uuid() }),
      response: Ticket,
      errors: [
        'ERR_NO_TICKET_MERGE_FOUND',
        'ERR_TICKET_MERGE_UNDONE',
        'ERR_TICKET_MERGE_OVER',
        'ERR_TICKET_MERGED',
        'ERR_OTHER_OPEN_TICKET',
      ],
    }),
    (request, caller) => merges.undo(viewerOf(caller), request.params.mergeId),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/tickets/:id',
      summary: 'Delete a ticket and its messages for good',
      access: { kind: 'session', permission: 'tickets.delete' },
      rate: 'write',
      params: byId,
      response: Empty,
      ...notFound,
    }),
    async (request, caller) => {
      await deletion.remove(viewerOf(caller), request.params.id)
      return {}
    },
  ),
]
