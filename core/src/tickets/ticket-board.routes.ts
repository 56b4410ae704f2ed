import { defineRoute, TicketBoard, TicketBoardPage, TicketBoardQuery } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { TicketBoards } from './ticket-board.ts'

const read = { access: { kind: 'session', permission: 'tickets.readAll' }, rate: 'read' } as const

export const ticketBoardRoutes = (boards: TicketBoards): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/ticket-board',
      summary: 'Who attends how much, and where customers wait',
      ...read,
      query: z.object({ cursor: z.string().max(600).optional() }),
      response: TicketBoard,
    }),
    (request, caller) => boards.board(viewerOf(caller), request.query.cursor),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/ticket-board/tickets',
      summary: 'Live tickets of one person or one queue, longest untouched first',
      ...read,
      query: TicketBoardQuery,
      response: TicketBoardPage,
    }),
    (request, caller) => boards.tickets(viewerOf(caller), request.query),
  ),
]
