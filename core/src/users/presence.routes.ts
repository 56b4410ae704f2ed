import { defineRoute, id, type UserId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { UserPresence } from './presence.ts'

const Status = z.object({ status: z.enum(['online', 'offline']) })
const Change = defineRoute({
  method: 'PUT',
  path: '/users/:userId/status',
  summary: 'Say whether one is there',
  access: { kind: 'session', permission: 'account.own' },
  rate: 'write',
  maxBody: 1_024,
  params: z.object({ userId: id<UserId>() }),
  body: Status,
  response: Status,
  errors: ['ERR_NO_USER_FOUND'],
})

export const presenceRoutes = (presence: UserPresence): readonly BoundRoute[] => [
  bindRoute(Change, async (request, caller) => {
    await presence.change(viewerOf(caller), request.params.userId, request.body.status)
    return request.body
  }),
]
