import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/**
 * Who answers a conversation now: `here` this app, `elsewhere` another app or one of Meta's inboxes, by its id, and
 * `nobody` where Meta has given it to no one, so that whoever writes gets it. `unknown`: an account of Instagram whose
 * settings do not name its page, which alone is told.
 */
export const ThreadOwner = z.object({
  owner: z.enum(['here', 'elsewhere', 'nobody', 'unknown']),
  appId: z.string().nullable(),
})
export type ThreadOwner = z.output<typeof ThreadOwner>

const ofTicket = {
  access: { kind: 'session', permission: 'meta.control' },
  params: z.object({ ticketId: id<TicketId>() }),
  response: ThreadOwner,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_CONNECTION_INACTIVE', 'ERR_META_REFUSED', 'ERR_META_FAILED'],
} as const

/** Calls about conversation routing, which was the handover protocol. */
export const controlRoutes = {
  threadOwner: defineRoute({
    ...ofTicket,
    method: 'GET',
    path: '/control/:ticketId',
    summary: 'Who answers a conversation now: this app or another one',
    rate: 'read',
  }),
  takeControl: defineRoute({
    ...ofTicket,
    method: 'POST',
    path: '/control/:ticketId/take',
    summary: 'Take a conversation from the app that answers it',
    rate: 'write',
  }),
  releaseControl: defineRoute({
    ...ofTicket,
    method: 'POST',
    path: '/control/:ticketId/release',
    summary: 'Give a conversation back to the app that Meta gives conversations to',
    rate: 'write',
  }),
}
