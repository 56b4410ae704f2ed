import { AssignablePermission, CompanyRole, CompanyRoleInput, defineRoute, Empty } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { RolesService } from './roles.service.ts'

const access = { kind: 'session', permission: 'roles.manage' } as const
const read = { access, rate: 'read' } as const
/**
 * A role gives rights to all who have it: changing one requires a confirmed identity, as for the right of a single
 * account.
 */
const write = { access: { ...access, confirmed: true }, rate: 'write', maxBody: 65_536 } as const
const params = z.object({ roleId: z.uuid() })

const List = defineRoute({
  ...read,
  method: 'GET',
  path: '/roles',
  summary: 'The roles that the company made',
  response: z.array(CompanyRole),
})
const Assignable = defineRoute({
  ...read,
  method: 'GET',
  path: '/roles/permissions',
  summary: 'Everything that a role can hold, with the plugin it comes from',
  response: z.array(AssignablePermission),
})
const Create = defineRoute({
  ...write,
  method: 'POST',
  path: '/roles',
  summary: 'Make a role of permissions that one holds',
  body: CompanyRoleInput,
  response: CompanyRole,
  errors: ['ERR_ROLE_NAME_EXISTS', 'ERR_PERMISSION_NOT_HELD'],
})
const Update = defineRoute({
  ...write,
  method: 'PUT',
  path: '/roles/:roleId',
  summary: 'Change a role; it counts with the next request of its holders',
  params,
  body: CompanyRoleInput,
  response: CompanyRole,
  errors: ['ERR_NO_ROLE_FOUND', 'ERR_ROLE_NAME_EXISTS', 'ERR_PERMISSION_NOT_HELD'],
})
const Remove = defineRoute({
  ...write,
  method: 'DELETE',
  path: '/roles/:roleId',
  summary: 'Delete a role that nobody has',
  params,
  response: Empty,
  errors: ['ERR_NO_ROLE_FOUND', 'ERR_ROLE_IN_USE'],
})

export function roleRoutes({ roles }: { readonly roles: RolesService }): readonly BoundRoute[] {
  return [
    bindRoute(List, (_request, caller) => roles.list(viewerOf(caller))),
    bindRoute(Assignable, () => roles.permissions()),
    bindRoute(Create, (request, caller) => roles.create(viewerOf(caller), request.body)),
    bindRoute(Update, (request, caller) => roles.update(viewerOf(caller), request.params.roleId, request.body)),
    bindRoute(Remove, async (request, caller) => {
      await roles.remove(viewerOf(caller), request.params.roleId)
      return {}
    }),
  ]
}
