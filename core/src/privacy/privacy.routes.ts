import {
  defineRoute,
  ErasurePreview,
  ErasureRequest,
  ExportRequest,
  id,
  PrivacyRequest,
  PrivacyRequestPage,
  PrivacyRequestQuery,
  type ContactId,
} from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Erasures } from './erasures.ts'
import type { Exports } from './exports.ts'
import type { PrivacyRequests } from './privacy-requests.ts'

const access = { kind: 'session', permission: 'privacy.manage' } as const
/** Exports and erasures require a confirmed identity. */
const confirmed = { ...access, confirmed: true } as const
const byId = z.object({ id: z.uuid() })

/** The rights of people in what is kept of them: to have it, and to have it erased. */
export const privacyRoutes = ({
  exports,
  erasures,
  requests,
}: {
  readonly exports: Exports
  readonly erasures: Erasures
  readonly requests: PrivacyRequests
}): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/privacy/requests',
      summary: 'Exports and erasures that were asked for, newest first',
      access,
      rate: 'read',
      query: PrivacyRequestQuery,
      response: PrivacyRequestPage,
    }),
    ({ query }, caller) => requests.list(viewerOf(caller), query),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/privacy/requests/:id',
      summary: 'How an export or an erasure stands',
      access,
      rate: 'read',
      params: byId,
      response: PrivacyRequest,
      errors: ['ERR_NOT_FOUND'],
    }),
    ({ params }, caller) => requests.get(viewerOf(caller), params.id),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/privacy/exports',
      summary: 'Collect everything that is kept of a contact, as an archive',
      access: confirmed,
      rate: 'write',
      body: ExportRequest,
      response: PrivacyRequest,
      status: 202,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONFIRMATION_REQUIRED'],
    }),
    async ({ body }, caller) => requests.get(viewerOf(caller), await exports.request(viewerOf(caller), body.contactId)),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/privacy/exports/:id/link',
      summary: 'A path under which the archive can be downloaded for five minutes',
      access: confirmed,
      rate: 'write',
      confidential: true,
      params: byId,
      response: z.object({ url: z.string() }),
      errors: ['ERR_NOT_FOUND', 'ERR_CONFIRMATION_REQUIRED'],
    }),
    async ({ params }, caller) => ({ url: await exports.link(viewerOf(caller), params.id) }),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/privacy/downloads/:tenantId/:id',
      summary: 'An archive, by the signed path that an answer of the API gave out',
      access: { kind: 'public' },
      rate: 'read',
      params: z.object({ tenantId: z.uuid(), id: z.uuid() }),
      query: z.object({ e: z.string().default(''), s: z.string().default('') }),
      response: 'bytes',
      errors: ['ERR_NOT_FOUND'],
    }),
    ({ params, query }) => exports.download({ ...params, expires: query.e, signature: query.s }),
  ),
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/privacy/erasures/preview',
      summary: 'What an erasure of a contact would erase',
      access,
      rate: 'read',
      query: z.object({ contactId: id<ContactId>() }),
      response: ErasurePreview,
      errors: ['ERR_NO_CONTACT_FOUND'],
    }),
    ({ query }, caller) => erasures.preview(viewerOf(caller), query.contactId),
  ),
  bindRoute(
    defineRoute({
      method: 'POST',
      path: '/privacy/erasures',
      summary: 'Erase a contact for good: messages, files, identities, and what plugins hold',
      access: confirmed,
      rate: 'write',
      body: ErasureRequest,
      response: PrivacyRequest,
      status: 202,
      errors: ['ERR_NO_CONTACT_FOUND', 'ERR_ERASURE_RUNNING', 'ERR_CONFIRMATION_REQUIRED'],
    }),
    async ({ body }, caller) =>
      requests.get(viewerOf(caller), await erasures.request(viewerOf(caller), body.contactId, body.reason)),
  ),
]
