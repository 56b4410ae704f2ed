import {
  ConnectionPace,
  defineRoute,
  id,
  MessageWait,
  PaceSettings,
  type ConnectionId,
  type MessageId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { PaceService } from './pace.service.ts'

const byId = z.object({ id: id<ConnectionId>() })
const manage = { access: { kind: 'session', permission: 'channels.manage' }, rate: 'write' } as const
const missing = ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_UNSUPPORTED'] as const

export const paceRoutes = (pace: PaceService): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/whatsapp/:id/pace',
      summary: 'How many chats a channel connection may begin, and what holds it up',
      access: { kind: 'session', permission: 'channels.read' },
      rate: 'read',
      params: byId,
      response: ConnectionPace,
      errors: [...missing],
    }),
    (request, caller) => pace.get(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'PUT',
      path: '/whatsapp/:id/pace',
      summary: 'Decide how many chats a channel connection may begin in a day, and in which hours none',
      ...manage,
      params: byId,
      body: PaceSettings,
      response: ConnectionPace,
      errors: [...missing],
    }),
    (request, caller) => pace.change(viewerOf(caller), request.params.id, request.body),
  ),
  bindRoute(
    defineRoute({
      method: 'DELETE',
      path: '/whatsapp/:id/pace/hold',
      summary: 'Go on beginning chats in spite of a warning of the provider, or of many that failed',
      ...manage,
      params: byId,
      response: ConnectionPace,
      errors: [...missing],
    }),
    (request, caller) => pace.resume(viewerOf(caller), request.params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/messages/:messageId/wait',
      summary: 'Why a message has not gone out yet; null for one that has, or that never will',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: z.object({ messageId: id<MessageId>() }),
      response: z.object({ wait: MessageWait.nullable() }),
      errors: ['ERR_NO_MESSAGE_FOUND'],
    }),
    async (request, caller) => ({ wait: await pace.waitOf(viewerOf(caller), request.params.messageId) }),
  ),
]
