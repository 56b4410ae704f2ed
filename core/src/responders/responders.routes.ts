import {
  defineRoute,
  id,
  ResponderOrderChange,
  ResponderOrders,
  TicketResponders,
  type TicketId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ResponderOrdersService } from './responder-orders.service.ts'
import type { ResponderReturns } from './responder-return.ts'

export const responderRoutes = (orders: ResponderOrdersService, returns: ResponderReturns): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/responders',
      summary: 'Who answers conversations before people do, in which order',
      access: { kind: 'session', permission: 'settings.manage' },
      rate: 'read',
      response: ResponderOrders,
    }),
    (_request, caller) => orders.read(viewerOf(caller)),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/responders',
      summary: 'Sets the order of the company, a connection or a queue, or takes it away',
      access: { kind: 'session', permission: 'settings.manage' },
      rate: 'write',
      body: ResponderOrderChange,
      response: ResponderOrders,
      errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_AUTOMATION_BLOCK'],
    }),
    (request, caller) => orders.save(viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:ticketId/responders',
      summary: 'Which responder has the ticket, what comes next, and what was decided',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: z.object({ ticketId: id<TicketId>() }),
      response: TicketResponders,
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    (request, caller) => orders.ofTicket(viewerOf(caller), request.params.ticketId),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/tickets/:ticketId/responders',
      summary: 'Give the ticket back to who answers first',
      access: { kind: 'session', permission: 'tickets.write' },
      rate: 'write',
      params: z.object({ ticketId: id<TicketId>() }),
      response: z.object({}),
      errors: ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_TRANSITION', 'ERR_NO_RESPONDER'],
    }),
    async (request, caller) => {
      await returns.giveBack(viewerOf(caller), request.params.ticketId)
      return {}
    },
  ),
]
