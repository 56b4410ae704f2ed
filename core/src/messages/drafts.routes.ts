import { defineRoute, DraftChange, DraftKept, Drafts, id, type TicketId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { DraftsService } from './drafts.service.ts'

/** JSON writes some characters in six bytes. */
const maxBody = 512 * 1024

const List = defineRoute({
  method: 'GET',
  path: '/drafts',
  summary: 'What the caller has begun to write, the latest 200',
  access: { kind: 'session', permission: 'account.own' },
  rate: 'read',
  response: Drafts,
})
const Keep = defineRoute({
  method: 'PUT',
  path: '/drafts/:ticketId',
  summary: 'Keep what the caller has begun to write in a conversation; empty once it is sent',
  access: { kind: 'session', permission: 'messages.write' },
  rate: 'write',
  maxBody,
  params: z.object({ ticketId: id<TicketId>() }),
  body: DraftChange,
  response: DraftKept,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const draftRoutes = (drafts: DraftsService): readonly BoundRoute[] => [
  bindRoute(List, (_request, caller) => drafts.list(viewerOf(caller))),
  bindRoute(Keep, (request, caller) => drafts.keep(viewerOf(caller), request.params.ticketId, request.body)),
]
