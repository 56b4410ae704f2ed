import {
  AvailabilityChange,
  defineRoute,
  id,
  LoginHoursChange,
  UserChange,
  UserConfigs,
  UserCreate,
  UserHandover,
  UserRecord,
  UserWorkload,
  type UserId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type Caller, type IsConfirmed } from '../http/route.ts'
import type { AccountsService, Editor } from './accounts.service.ts'
import type { InvitationAcceptance } from './invitations/invitation-acceptance.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import type { InvitationsService } from './invitations/invitations.service.ts'
import { maxPictureBytes } from './picture.ts'
import type { UserDeletion } from './user-deletion.ts'
import type { UserPictures } from './user-pictures.ts'
import {
  UserConfigsChange,
  UserPage,
  UserPickPage,
  UserPickQuery,
  UserQuery,
  type UsersService,
} from './users.service.ts'

const params = z.object({ userId: id<UserId>() })
const read = { access: { kind: 'session', permission: 'users.read' }, rate: 'read' } as const
const manage = { access: { kind: 'session', permission: 'users.manage' }, rate: 'write', maxBody: 65_536 } as const
const own = { access: { kind: 'session', permission: 'account.own' }, rate: 'write', maxBody: 65_536 } as const
const ofRights = ['ERR_NO_QUEUE_FOUND', 'ERR_NO_ROLE_FOUND', 'ERR_PERMISSION_NOT_HELD', 'ERR_ADMIN_DEACTIVATE'] as const
const ofAccount = ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN', ...ofRights] as const
const taken = ['ERR_EMAIL_REGISTERED', 'ERR_PHONE_REGISTERED'] as const

const List = defineRoute({
  ...read,
  method: 'GET',
  path: '/users',
  summary: 'The users of the company, by name',
  query: UserQuery,
  response: UserPage,
})
const WithQueues = defineRoute({
  ...read,
  method: 'GET',
  path: '/users/with-queue',
  summary: 'Active users with the queues they work in, to pick one',
  query: UserPickQuery,
  response: UserPickPage,
})
const Get = defineRoute({
  ...read,
  method: 'GET',
  path: '/users/:userId',
  summary: 'One user of the company; the user, supervisors and who manages users see all of it',
  params,
  response: UserRecord,
  errors: ['ERR_NO_USER_FOUND'],
})
const Workload = defineRoute({
  ...manage,
  rate: 'read',
  method: 'GET',
  path: '/users/:userId/workload',
  summary: 'What would have to be handed over if the user were deleted',
  params,
  response: UserWorkload,
  errors: ['ERR_NO_USER_FOUND'],
})
const Create = defineRoute({
  ...manage,
  method: 'POST',
  path: '/users',
  summary: 'Make a user',
  confidential: true,
  body: UserCreate,
  response: UserRecord,
  errors: [...taken, ...ofRights],
})
const Change = defineRoute({
  ...own,
  method: 'PUT',
  path: '/users/:userId',
  summary:
    'Change one’s own name, number and password, or, with users.manage, anything of a user within one’s own reach',
  params,
  body: UserChange,
  response: UserRecord,
  errors: [...taken, ...ofAccount, 'ERR_WRONG_PASSWORD'],
})
const LoginHours = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/users/:userId/login-hours',
  summary: 'When a user may sign in',
  params,
  body: LoginHoursChange,
  response: UserRecord,
  errors: ['ERR_NO_USER_FOUND'],
})
const Availability = defineRoute({
  ...manage,
  method: 'PUT',
  path: '/users/:userId/availability',
  summary: 'When a user works',
  params,
  body: AvailabilityChange,
  response: UserRecord,
  errors: ['ERR_NO_USER_FOUND'],
})
const Picture = defineRoute({
  ...own,
  rate: 'upload',
  method: 'PUT',
  path: '/users/:userId/image',
  summary: 'Set a user’s picture; one’s own, or with users.manage anybody’s',
  params,
  encoding: 'multipart',
  maxBody: maxPictureBytes + 65_536,
  response: UserRecord,
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_NO_FILE_UPLOADED',
    'ERR_FILE_TYPE',
    'ERR_FILE_TOO_LARGE',
    'ERR_INVALID_IMAGE',
    'ERR_IMAGE_TOO_LARGE',
  ],
})
const NoPicture = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/users/:userId/image',
  summary: 'Take a user’s picture away',
  params,
  response: UserRecord,
  errors: ['ERR_NO_USER_FOUND'],
})
const Configs = defineRoute({
  ...own,
  method: 'PUT',
  path: '/users/:userId/configs',
  summary: 'Change one’s own preferences',
  params,
  body: UserConfigsChange,
  response: UserConfigs,
  errors: ['ERR_NO_USER_FOUND'],
})
const TransferWallet = defineRoute({
  ...manage,
  method: 'POST',
  path: '/users/:userId/wallet/transfer',
  summary: 'Give all contacts of a wallet to a colleague',
  params,
  body: z.object({ newUserId: id<UserId>() }),
  response: z.object({ contacts: z.int() }),
  errors: ['ERR_NO_USER_FOUND', 'ERR_NEW_USER_REQUIRED'],
})
const Remove = defineRoute({
  ...manage,
  access: { ...manage.access, confirmed: true },
  method: 'DELETE',
  path: '/users/:userId',
  summary: 'Delete a user; newUserId receives what waits for an answer',
  params,
  query: z.object({ newUserId: id<UserId>().optional() }),
  response: UserHandover,
  errors: ['ERR_NO_USER_FOUND', 'ERR_USER_SELF_DELETE', 'ERR_NEW_USER_REQUIRED', 'ERR_LAST_ADMIN'],
})

export interface UserRoutesDeps {
  readonly users: UsersService
  readonly accounts: AccountsService
  readonly invitations: InvitationsService
  readonly acceptance: InvitationAcceptance
  readonly deletion: UserDeletion
  readonly pictures: UserPictures
  /** Whether the caller showed lately who they are. */
  readonly isConfirmed: IsConfirmed
}

export function userRoutes({
  users,
  accounts,
  invitations,
  acceptance,
  deletion,
  pictures,
  isConfirmed,
}: UserRoutesDeps): readonly BoundRoute[] {
  const editorOf = (caller: Caller): Editor => ({
    viewer: viewerOf(caller),
    sessionId: caller.kind === 'session' ? caller.sessionId : '',
    isConfirmed: isConfirmed(caller),
  })
  const changed = async (caller: Caller, userId: string, change: UserChange): Promise<UserRecord> => {
    await accounts.change(editorOf(caller), userId, change)
    return users.get(viewerOf(caller), userId)
  }
  return [
    ...invitationRoutes({ users, accounts, invitations, acceptance, editorOf }),
    bindRoute(List, (request, caller) => users.list(viewerOf(caller), request.query)),
    bindRoute(WithQueues, (request, caller) => users.withQueues(viewerOf(caller), request.query)),
    bindRoute(Get, (request, caller) => users.get(viewerOf(caller), request.params.userId)),
    bindRoute(Workload, (request, caller) => deletion.workload(viewerOf(caller), request.params.userId)),
    bindRoute(Create, async (request, caller) =>
      users.get(viewerOf(caller), await accounts.create(editorOf(caller), request.body)),
    ),
    bindRoute(Change, (request, caller) => changed(caller, request.params.userId, request.body)),
    bindRoute(LoginHours, ({ params: { userId }, body: { mode, hours } }, caller) =>
      changed(caller, userId, { loginMode: mode, loginHours: hours }),
    ),
    bindRoute(Availability, ({ params: { userId }, body }, caller) => changed(caller, userId, body)),
    {
      ...bindRoute(Picture, async ({ params: { userId }, files }, caller) => {
        await pictures.set(viewerOf(caller), userId, files)
        return users.get(viewerOf(caller), userId)
      }),
      maxFile: { bytes: maxPictureBytes, code: 'ERR_FILE_TOO_LARGE' },
    },
    bindRoute(NoPicture, async ({ params: { userId } }, caller) => {
      await pictures.set(viewerOf(caller), userId, null)
      return users.get(viewerOf(caller), userId)
    }),
    bindRoute(Configs, (request, caller) => users.changeConfigs(viewerOf(caller), request.params.userId, request.body)),
    bindRoute(TransferWallet, async (request, caller) => ({
      contacts: await deletion.transferWallet(viewerOf(caller), request.params.userId, request.body.newUserId),
    })),
    bindRoute(Remove, (request, caller) =>
      deletion.remove(viewerOf(caller), request.params.userId, request.query.newUserId),
    ),
  ]
}
