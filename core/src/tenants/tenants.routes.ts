import { defineRoute, LicenceDetail, Refusal, Tier } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { LicencesService } from './licences.service.ts'
import type { TenantsService } from './tenants.service.ts'

/** Also where nobody works any more: the screen that says so reads it. */
const own = { kind: 'session', permission: 'account.own', unsettled: true } as const
const manage = { kind: 'session', permission: 'licence.manage', confirmed: true } as const
const answer = z.object({ data: LicenceDetail })

const LicenseInfo = defineRoute({
  method: 'GET',
  path: '/auth/license-info',
  summary: 'The licence tier of the company',
  access: own,
  rate: 'read',
  response: z.object({ type: Tier }),
})
const LicenseDetail = defineRoute({
  method: 'GET',
  path: '/license-detail',
  summary: 'The licence of the company: how it stands, its limits and what is in use',
  access: own,
  rate: 'read',
  response: answer,
})
const Enter = defineRoute({
  method: 'PUT',
  path: '/license-detail',
  summary: 'Enter a licence',
  access: manage,
  rate: 'write',
  maxBody: 16_384,
  body: z.strictObject({ token: z.string().trim().min(1).max(8_000) }),
  response: answer,
  errors: ['ERR_LICENSE_INVALID', 'ERR_LICENSE_EXPIRED', 'ERR_LICENSE_INVALID_DOMAIN', 'ERR_LICENSE_INVALID_CODE'],
})
const Remove = defineRoute({
  method: 'DELETE',
  path: '/license-detail',
  summary: 'Take the licence out; the company has the tier it was given',
  access: manage,
  rate: 'write',
  response: answer,
})
const Issuer = defineRoute({
  method: 'GET',
  path: '/license-issuer',
  summary: 'The public key with which this installation issues licences',
  access: { kind: 'session', permission: 'platform.manage' },
  rate: 'read',
  response: z.object({ publicKey: z.string() }),
})

export function tenantRoutes({
  tenants,
  licences,
}: {
  readonly tenants: TenantsService
  readonly licences: LicencesService
}): readonly BoundRoute[] {
  return [
    // S7-030: clients keep it for five minutes.
    bindRoute(LicenseInfo, async (_request, caller) => {
      const tenant = await tenants.get(viewerOf(caller).tenantId)
      if (!tenant) throw new Refusal('ERR_NO_TENANT_FOUND')
      return new AnswerWithHeaders({ type: tenant.tier }, { 'cache-control': 'private, max-age=300' })
    }),
    bindRoute(LicenseDetail, async (_request, caller) => ({ data: await licences.detail(viewerOf(caller).tenantId) })),
    bindRoute(Enter, async (request, caller) => ({ data: await licences.enter(viewerOf(caller), request.body.token) })),
    bindRoute(Remove, async (_request, caller) => ({ data: await licences.remove(viewerOf(caller)) })),
    bindRoute(Issuer, () => ({ publicKey: licences.publicKey })),
  ]
}
