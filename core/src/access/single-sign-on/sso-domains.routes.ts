import { defineRoute, SsoDomain, SsoDomains } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../../http/route.ts'
import type { SsoDomainsService } from './sso-domains.service.ts'

const access = { kind: 'session', permission: 'signin.manage' } as const

const List = defineRoute({
  method: 'GET',
  path: '/sso/domains',
  summary: 'The domains of the company’s identity providers, and the records that prove them',
  access,
  rate: 'read',
  response: SsoDomains,
})
const Check = defineRoute({
  method: 'POST',
  path: '/sso/domains/:domain/check',
  summary: 'Look now for the record that proves a domain',
  access,
  rate: 'write',
  params: z.object({ domain: z.string().max(253) }),
  response: SsoDomain,
  errors: ['ERR_NO_SSO_DOMAIN_FOUND'],
})

export const ssoDomainRoutes = (domains: SsoDomainsService): readonly BoundRoute[] => [
  bindRoute(List, async (_request, caller) => ({ domains: await domains.list(viewerOf(caller).tenantId) })),
  bindRoute(Check, ({ params }, caller) => domains.check(viewerOf(caller), params.domain.toLowerCase())),
]
