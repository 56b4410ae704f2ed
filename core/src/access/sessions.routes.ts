import { defineRoute, Empty, id, SessionInfo, TypedPassword, type UserId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { AccessService } from './access.service.ts'
import type { SessionList } from './session-list.ts'

const own = { kind: 'session', permission: 'account.own' } as const

const List = defineRoute({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where one is signed in',
  access: own,
  rate: 'read',
  response: z.array(SessionInfo),
})
const End = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  summary: 'Sign out of one session of one’s own',
  access: own,
  rate: 'write',
  params: z.object({ sessionId: z.uuid() }),
  response: Empty,
  errors: ['ERR_NO_SESSION_FOUND'],
})
const EndOf = defineRoute({
  method: 'DELETE',
  path: '/users/:userId/sessions',
  summary: 'Sign a user of the company out everywhere',
  access: { kind: 'session', permission: 'users.manage' },
  rate: 'write',
  params: z.object({ userId: id<UserId>() }),
  response: z.object({ ended: z.int() }),
  errors: ['ERR_NO_USER_FOUND'],
})
const Confirm = defineRoute({
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Show anew who is signed in; for what asks for it within the next five minutes',
  access: { ...own, unsettled: true, enrolling: true },
  rate: 'auth',
  confidential: true,
  maxBody: 8_192,
  body: z.object({ password: TypedPassword }),
  response: Empty,
  errors: ['ERR_WRONG_PASSWORD', 'ERR_TOO_MANY_REQUESTS'],
})

export function sessionRoutes({
  access,
  list,
}: {
  readonly access: AccessService
  readonly list: SessionList
}): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) =>
      list.own(viewerOf(caller), caller.kind === 'session' ? caller.sessionId : ''),
    ),
    bindRoute(End, async (request, caller) => {
      await list.endOwn(viewerOf(caller), request.params.sessionId)
      return {}
    }),
    bindRoute(EndOf, async (request, caller) => ({ ended: await list.endOf(viewerOf(caller), request.params.userId) })),
    bindRoute(Confirm, async (request, caller) => {
      const viewer = viewerOf(caller)
      if (caller.kind === 'session')
        await access.confirm({ viewer, sessionId: caller.sessionId }, request.body.password, request.ip)
      return {}
    }),
  ]
}
