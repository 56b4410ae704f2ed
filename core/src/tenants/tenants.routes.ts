import { defineRoute, Refusal, Tier } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { TenantsService } from './tenants.service.ts'

const LicenseInfo = defineRoute({
  method: 'GET', path: '/auth/license-info', summary: 'The licence tier of the company', access: { kind: 'session', permission: 'account.own' }, rate: 'read',
  response: z.object({ type: Tier }),
})
const LicenseDetail = defineRoute({
  method: 'GET', path: '/license-detail', summary: 'The licence of the company', access: { kind: 'session', permission: 'account.own' }, rate: 'read',
  response: z.object({ data: z.object({ type: Tier, status: z.enum(['active', 'inactive']) }) }),
})

export function tenantRoutes({ tenants }: { readonly tenants: TenantsService }): readonly BoundRoute[] {
  const own = async (tenantId: string) => {
    const tenant = await tenants.get(tenantId)
    if (!tenant) throw new Refusal('ERR_NO_TENANT_FOUND')
    return tenant
  }
  return [
    // S7-030: clients keep it for five minutes.
    bindRoute(LicenseInfo, async (_request, caller) => new AnswerWithHeaders({ type: (await own(viewerOf(caller).tenantId)).tier }, { 'cache-control': 'private, max-age=300' })),
    bindRoute(LicenseDetail, async (_request, caller) => {
      const { tier, status } = await own(viewerOf(caller).tenantId)
      return { data: { type: tier, status } }
    }),
  ]
}
