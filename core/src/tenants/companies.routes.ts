import {
  emailLength,
  maxSearchLength,
  Company,
  CompanyChange,
  defineRoute,
  id,
  LicenceOrder,
  NewPassword,
  QueueName,
  shownName,
  UserOfCompany,
  type TenantId,
  type UserId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { CompaniesService } from './companies.service.ts'
import type { LicencesService } from './licences.service.ts'

const access = { kind: 'session', permission: 'tenants.manage' } as const
/** Making companies and changing them lets people in and puts them out. */
const change = { ...access, confirmed: true } as const
const masters = { kind: 'session', permission: 'platform.manage' } as const
const params = z.object({ tenantId: id<TenantId>() })
const query = z.object({
  searchParam: z.string().trim().max(maxSearchLength).default(''),
  cursor: z.string().max(600).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
})
const Create = CompanyChange.required({ name: true })
  .omit({ status: true, blocked: true })
  .extend({
    admin: z.strictObject({
      name: shownName(100),
      email: z.email().max(emailLength),
      password: NewPassword.optional(),
    }),
    queue: QueueName.default('Atendimento'),
  })
const changeErrors = [
  'ERR_NO_TENANT_FOUND',
  'ERR_NO_PLAN_FOUND',
  'ERR_NO_RESELLER_FOUND',
  'ERR_RESELLER_LIMIT',
  'ERR_OWN_COMPANY',
] as const

const List = defineRoute({
  method: 'GET',
  path: '/tenants',
  summary: 'Companies by name, with what they have in use: all of them for masters, their own for resellers',
  access,
  rate: 'read',
  query,
  response: z.object({ companies: z.array(Company), nextCursor: z.string().nullable() }),
})
const Get = defineRoute({
  method: 'GET',
  path: '/tenants/:tenantId',
  summary: 'One company',
  access,
  rate: 'read',
  params,
  response: Company,
  errors: ['ERR_NO_TENANT_FOUND'],
})
const Make = defineRoute({
  method: 'POST',
  path: '/tenants',
  summary: 'Create a company with its first administrator and queue',
  access: change,
  rate: 'write',
  confidential: true,
  body: Create,
  response: z.object({ company: Company, adminId: id<UserId>() }),
  status: 201,
  errors: ['ERR_EMAIL_REGISTERED', 'ERR_NO_PLAN_FOUND', 'ERR_NO_RESELLER_FOUND', 'ERR_RESELLER_LIMIT'],
})
const Change = defineRoute({
  method: 'PUT',
  path: '/tenants/:tenantId',
  summary: 'Change a company; blocked or inactive, its users are out within a second',
  access: change,
  rate: 'write',
  params,
  body: CompanyChange,
  response: Company,
  errors: changeErrors,
})
const Issue = defineRoute({
  method: 'POST',
  path: '/tenants/:tenantId/licence',
  summary: 'Issue a licence for a company; the token is answered once',
  access: { ...masters, confirmed: true },
  rate: 'write',
  params,
  body: LicenceOrder,
  response: z.object({ token: z.string() }),
  errors: ['ERR_NO_TENANT_FOUND', 'ERR_LICENSE_INVALID_DOMAIN', 'ERR_LICENSE_EXPIRED'],
})
const Users = defineRoute({
  method: 'GET',
  path: '/users/tenants',
  summary: 'Users of all companies, by name',
  access: masters,
  rate: 'read',
  query: query.extend({ tenantId: id<TenantId>().optional() }),
  response: z.object({ users: z.array(UserOfCompany), nextCursor: z.string().nullable() }),
})

export const companiesRoutes = (companies: CompaniesService, licences: LicencesService): BoundRoute[] => [
  bindRoute(List, (request, caller) => companies.list(viewerOf(caller), request.query)),
  bindRoute(Get, (request, caller) => companies.get(viewerOf(caller), request.params.tenantId)),
  bindRoute(Make, ({ body: { admin, queue, ...company } }, caller) =>
    companies.create(viewerOf(caller), company, admin, queue),
  ),
  bindRoute(Change, (request, caller) => companies.change(viewerOf(caller), request.params.tenantId, request.body)),
  bindRoute(Issue, async (request, caller) => {
    const { id: tenantId } = await companies.get(viewerOf(caller), request.params.tenantId)
    return { token: await licences.issue(viewerOf(caller), tenantId, request.body) }
  }),
  bindRoute(Users, (request) => companies.users(request.query)),
]
