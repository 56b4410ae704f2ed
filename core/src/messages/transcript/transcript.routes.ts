import { defineRoute, id, type TicketId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { Transcripts } from './transcripts.service.ts'

export const transcriptRoutes = (transcripts: Transcripts): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/tickets/:ticketId/pdf',
      summary: 'The conversation as a PDF, as the caller may see it',
      access: { kind: 'session', permission: 'tickets.export' },
      rate: 'search',
      params: z.object({ ticketId: id<TicketId>() }),
      response: 'bytes',
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    (request, caller) => transcripts.export(viewerOf(caller), request.params.ticketId, request.signal),
  ),
]
