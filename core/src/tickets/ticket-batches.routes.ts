import {
  defineRoute,
  Empty,
  TicketBatch,
  TicketBatchFilter,
  TicketBatchOrder,
  TicketBatchPreview,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { TicketBatches } from './ticket-batches.ts'

const access = { kind: 'session', permission: 'tickets.mass' } as const

export const ticketBatchRoutes = (batches: TicketBatches): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/ticket-batches',
      summary: 'The newest mass transfers and resolves, with how far they came',
      access,
      rate: 'read',
      response: z.array(TicketBatch),
    }),
    (_request, caller) => batches.list(viewerOf(caller)),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/ticket-batches/preview',
      summary: 'How many tickets fit; changes nothing',
      access,
      rate: 'search',
      body: TicketBatchFilter,
      response: TicketBatchPreview,
    }),
    (request, caller) => batches.preview(viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/ticket-batches',
      summary: 'Transfer or resolve all tickets that fit; goes on by itself',
      access,
      rate: 'write',
      body: TicketBatchOrder,
      response: TicketBatch,
      status: 201,
      errors: ['ERR_BATCH_RUNNING', 'ERR_TRANSFER_TARGET', 'ERR_NO_USER_FOUND', 'ERR_NO_QUEUE_FOUND'],
    }),
    (request, caller) => batches.start(viewerOf(caller), request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/ticket-batches/:id/cancel',
      summary: 'Stop a mass transfer or resolve; what was done stays',
      access,
      rate: 'write',
      params: z.object({ id: z.uuid() }),
      response: Empty,
      errors: ['ERR_NO_BATCH_FOUND'],
    }),
    async (request, caller) => {
      await batches.cancel(viewerOf(caller), request.params.id)
      return {}
    },
  ),
]
