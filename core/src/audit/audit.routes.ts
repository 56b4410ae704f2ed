import { AuditFilter, AuditPage, AuditQuery, defineRoute } from '@recado/contracts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { AuditVerifier } from './audit-verifier.ts'
import type { AuditService } from './audit.service.ts'

const access = { kind: 'session', permission: 'audit.read' } as const

/** Routes of the audit trail, and of its verification. */
export const auditRoutes = ({
  trail,
  verifier,
}: {
  readonly trail: AuditService
  readonly verifier: AuditVerifier
}): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/audit',
      summary: 'Who did what, newest first',
      access,
      rate: 'read',
      query: AuditQuery,
      response: AuditPage,
    }),
    ({ query }, caller) => trail.list(viewerOf(caller), query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/audit/verify',
      summary: 'Whether the trail is as it was written: events `progress`, then one `verdict`',
      access,
      rate: 'search',
      response: 'stream',
    }),
    (_request, caller) => verifier.verify(viewerOf(caller).tenantId),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/audit/export',
      summary: 'The trail as CSV',
      access: { ...access, confirmed: true },
      rate: 'search',
      query: AuditFilter,
      response: 'bytes',
    }),
    ({ query }, caller) => trail.export(viewerOf(caller), query),
  ),
]
