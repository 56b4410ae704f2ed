import { defineRoute, id, User, UserConfigs, type UserId } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import { UserConfigsChange, UserPage, UserQuery, type UsersService } from './users.service.ts'

const params = z.object({ userId: id<UserId>() })
const List = defineRoute({ method: 'GET', path: '/users', summary: 'The users of the company, by name', access: { kind: 'session', permission: 'users.read' }, rate: 'read', query: UserQuery, response: UserPage })
const Get = defineRoute({ method: 'GET', path: '/users/:userId', summary: 'One user of the company', access: { kind: 'session', permission: 'users.read' }, rate: 'read', params, response: User, errors: ['ERR_NO_USER_FOUND'] })
const Configs = defineRoute({
  method: 'PUT', path: '/users/:userId/configs', summary: 'Change one’s own preferences', access: { kind: 'session', permission: 'account.own' }, rate: 'write', maxBody: 65_536,
  params, body: UserConfigsChange, response: UserConfigs, errors: ['ERR_NO_USER_FOUND'],
})

export function userRoutes({ users }: { readonly users: UsersService }): readonly BoundRoute[] {
  return [
    bindRoute(List, (request, caller) => users.list(viewerOf(caller), request.query)),
    bindRoute(Get, (request, caller) => users.get(viewerOf(caller), request.params.userId)),
    bindRoute(Configs, (request, caller) => users.changeConfigs(viewerOf(caller), request.params.userId, request.body)),
  ]
}
