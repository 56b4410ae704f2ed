import {
  defineRoute,
  Empty,
  id,
  InvitationAcceptance as AcceptanceRequest,
  InvitationRequest,
  InvitationStanding,
  InvitationView,
  UserInvite,
  UserRecord,
  type UserId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type Caller } from '../../http/route.ts'
import type { AccountsService, Editor } from '../accounts.service.ts'
import type { UsersService } from '../users.service.ts'
import type { InvitationAcceptance } from './invitation-acceptance.ts'
import type { InvitationsService } from './invitations.service.ts'

const manage = { access: { kind: 'session', permission: 'users.manage' }, rate: 'write', maxBody: 65_536 } as const
const visitor = { access: { kind: 'public' }, rate: 'auth', maxBody: 8_192 } as const
const params = z.object({ userId: id<UserId>() })
const ofLimits = [
  'ERR_USER_LIMIT_REACHED',
  'ERR_FREE_PLAN_USERS',
  'ERR_FREE_PLAN_VIOLATION',
  'ERR_RESELLER_LIMIT',
] as const
const unusable = [
  'ERR_NO_INVITATION_FOUND',
  'ERR_INVITATION_EXPIRED',
  'ERR_INVITATION_USED',
  'ERR_INVITATION_WITHDRAWN',
  'ERR_INVITATION_REPLACED',
] as const

const Standing = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/users/invitations',
  summary: 'Whether people can be invited by mail, and how long an invitation is valid',
  response: InvitationStanding,
})
const Invite = defineRoute({
  ...manage,
  method: 'POST',
  path: '/users/invitations',
  summary: 'Make a user who gets a link by mail, chooses a password there and is active from then on',
  body: UserInvite,
  response: UserRecord,
  errors: [
    'ERR_EMAIL_REGISTERED',
    'ERR_PHONE_REGISTERED',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_ROLE_FOUND',
    'ERR_PERMISSION_NOT_HELD',
    'ERR_MAIL_UNSET',
    'ERR_USER_CREATION_DISABLED',
    ...ofLimits,
  ],
})
const Again = defineRoute({
  ...manage,
  method: 'POST',
  path: '/users/:userId/invitation',
  summary: 'Send an invitation again; the link of the earlier letter is worth nothing any more',
  params,
  response: UserRecord,
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_INVITATION_FOUND', 'ERR_MAIL_UNSET', ...ofLimits],
})
const Withdraw = defineRoute({
  ...manage,
  method: 'DELETE',
  path: '/users/:userId/invitation',
  summary: 'Take an invitation back, and the account that nobody has used yet with it',
  params,
  response: Empty,
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_INVITATION_FOUND'],
})
const Look = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/auth/invitation',
  summary: 'Which company invites whom, by the token of the link',
  confidential: true,
  body: InvitationRequest,
  response: InvitationView,
  errors: unusable,
})
const Accept = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/auth/invitation/accept',
  summary: 'Accept an invitation with a password of one’s own, once',
  confidential: true,
  body: AcceptanceRequest,
  response: Empty,
  errors: unusable,
})

export interface InvitationRoutesDeps {
  readonly users: UsersService
  readonly accounts: AccountsService
  readonly invitations: InvitationsService
  readonly acceptance: InvitationAcceptance
  editorOf(caller: Caller): Editor
}

/** Routes of who invites and of who is invited. */
export function invitationRoutes({
  users,
  accounts,
  invitations,
  acceptance,
  editorOf,
}: InvitationRoutesDeps): readonly BoundRoute[] {
  return [
    bindRoute(Standing, () => invitations.standing()),
    bindRoute(Invite, async ({ body }, caller) =>
      users.get(viewerOf(caller), await accounts.invite(editorOf(caller), body)),
    ),
    bindRoute(Again, async ({ params: { userId } }, caller) => {
      await invitations.again(viewerOf(caller), userId)
      return users.get(viewerOf(caller), userId)
    }),
    bindRoute(Withdraw, async ({ params: { userId } }, caller) => {
      await invitations.withdraw(viewerOf(caller), userId)
      return {}
    }),
    bindRoute(Look, ({ body }) => acceptance.look(body.token)),
    bindRoute(Accept, async ({ body }) => {
      await acceptance.accept(body.token, body.password)
      return {}
    }),
  ]
}
