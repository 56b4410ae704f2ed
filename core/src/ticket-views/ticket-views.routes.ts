import { defineRoute, Empty, TicketView, TicketViewCount, TicketViewInput } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { TicketViewsService } from './ticket-views.service.ts'

const read = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'read' } as const
const write = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'write', maxBody: 65_536 } as const
const params = z.object({ viewId: z.uuid() })
const body = TicketViewInput
const notFound = ['ERR_NO_TICKET_VIEW_FOUND'] as const

const List = defineRoute({
  ...read,
  method: 'GET',
  path: '/ticket-views',
  summary: 'Saved views of the ticket list: shared ones and one’s own',
  response: z.array(TicketView),
})
const Counts = defineRoute({
  ...read,
  method: 'GET',
  path: '/ticket-views/counts',
  summary: 'How many tickets each saved view holds for the caller',
  response: z.array(TicketViewCount),
})
const Create = defineRoute({
  ...write,
  method: 'POST',
  path: '/ticket-views',
  summary: 'Save a filter as a view',
  body,
  response: TicketView,
  errors: ['ERR_TICKET_VIEW_LIMIT', 'ERR_NO_QUEUE_FOUND'],
})
const Order = defineRoute({
  ...write,
  method: 'PUT',
  path: '/ticket-views/order',
  summary: 'Put saved views in an order',
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  response: z.array(TicketView),
  errors: notFound,
})
const Update = defineRoute({
  ...write,
  method: 'PUT',
  path: '/ticket-views/:viewId',
  summary: 'Rename or change a saved view',
  params,
  body,
  response: TicketView,
  errors: [...notFound, 'ERR_NO_QUEUE_FOUND'],
})
const Remove = defineRoute({
  ...write,
  method: 'DELETE',
  path: '/ticket-views/:viewId',
  summary: 'Delete a saved view; for a day it can be brought back',
  params,
  response: Empty,
  errors: notFound,
})
const Restore = defineRoute({
  ...write,
  method: 'POST',
  path: '/ticket-views/:viewId/restore',
  summary: 'Bring a deleted view back',
  params,
  response: TicketView,
  errors: notFound,
})

export function ticketViewRoutes(views: TicketViewsService): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) => views.list(viewerOf(caller))),
    bindRoute(Counts, (_request, caller) => views.counts(viewerOf(caller))),
    bindRoute(Create, (request, caller) => views.create(viewerOf(caller), request.body)),
    bindRoute(Order, (request, caller) => views.order(viewerOf(caller), request.body.ids)),
    bindRoute(Update, (request, caller) => views.update(viewerOf(caller), request.params.viewId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await views.remove(viewerOf(caller), request.params.viewId)
      return {}
    }),
    bindRoute(Restore, (request, caller) => views.restore(viewerOf(caller), request.params.viewId)),
  ]
}
