import { defineRoute, Empty, SecondFactorState } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { AccessService } from '../access.service.ts'
import type { SecondFactorService } from './second-factor.service.ts'

const own = { kind: 'session', permission: 'account.own' } as const
const maxBody = 4_096
const Code = z.object({ code: z.string().trim().min(1).max(40) })

const State = defineRoute({
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'How one’s own second factor stands',
  access: { ...own, enrolling: true },
  rate: 'read',
  response: SecondFactorState,
})
const Begin = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/begin',
  summary: 'A secret for an authenticator app',
  access: { ...own, confirmed: true, enrolling: true },
  rate: 'auth',
  confidential: true,
  maxBody,
  response: z.object({ secret: z.string(), address: z.string() }),
  errors: ['ERR_SECOND_FACTOR_ACTIVE'],
})
const Confirm = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/confirm',
  summary: 'Switch the second factor on with a first code; answers the recovery codes, once',
  access: { ...own, confirmed: true, enrolling: true },
  rate: 'auth',
  confidential: true,
  maxBody,
  body: Code,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['ERR_SECOND_FACTOR_ACTIVE', 'ERR_SECOND_FACTOR_INACTIVE', 'ERR_SECOND_FACTOR_INVALID'],
})
const Disable = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/disable',
  summary: 'Switch the second factor off, with a code of it',
  access: { ...own, confirmed: true },
  rate: 'auth',
  maxBody,
  body: Code,
  response: Empty,
  errors: ['ERR_SECOND_FACTOR_INACTIVE', 'ERR_SECOND_FACTOR_INVALID'],
})
const Reset = defineRoute({
  method: 'DELETE',
  path: '/users/:userId/second-factor',
  summary: 'Take away the second factor of a user who lost it',
  access: { kind: 'session', permission: 'users.manage', confirmed: true },
  rate: 'write',
  params: z.object({ userId: z.uuid() }),
  response: Empty,
  errors: ['ERR_SECOND_FACTOR_INACTIVE'],
})

export interface SecondFactorRoutesOptions {
  readonly secondFactor: SecondFactorService
  readonly access: Pick<AccessService, 'guesses'>
}

export function secondFactorRoutes({ secondFactor, access }: SecondFactorRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(State, async (_request, caller) => ({
      ...(await secondFactor.state(viewerOf(caller))),
      isMissing: caller.kind === 'session' && caller.standing.mustEnrol,
    })),
    bindRoute(Begin, (_request, caller) => secondFactor.begin(viewerOf(caller))),
    bindRoute(Confirm, async ({ body }, caller) => ({
      recoveryCodes: await secondFactor.confirm(viewerOf(caller), body.code),
    })),
    bindRoute(Disable, async ({ body }, caller) => {
      const viewer = viewerOf(caller)
      await access.guesses.prove(viewer, 'secondFactor', 'ERR_SECOND_FACTOR_INVALID', () =>
        secondFactor.disable(viewer, body.code),
      )
      return {}
    }),
    bindRoute(Reset, async ({ params }, caller) => {
      await secondFactor.reset(viewerOf(caller), params.userId)
      return {}
    }),
  ]
}
