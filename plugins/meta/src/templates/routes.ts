import { defineRoute, id, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'
import { MessengerTemplate, TemplateDraft } from './template.ts'

const reading = { kind: 'session', permission: 'meta.templates.read' } as const
const refusals = ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE', 'ERR_META_REFUSED', 'ERR_META_FAILED'] as const

/** Calls about the message templates of pages. */
export const templateRoutes = {
  templates: defineRoute({
    method: 'GET',
    path: '/templates',
    summary: 'The message templates that a page of Facebook has at Meta now',
    access: reading,
    rate: 'read',
    query: z.object({ connectionId: id<ConnectionId>(), approved: z.stringbool().default(false) }),
    response: z.object({ templates: z.array(MessengerTemplate) }),
    errors: [...refusals],
  }),
  templateConnections: defineRoute({
    method: 'GET',
    path: '/templates/connections',
    summary: 'The connections to pages of Facebook that are in use',
    access: reading,
    rate: 'read',
    response: z.array(z.object({ id: id<ConnectionId>(), name: z.string() })),
  }),
  /** S9-090: writing templates needs at least PLUS. */
  templateCreate: defineRoute({
    method: 'POST',
    path: '/templates',
    summary: 'Submits a template for utility messages to Meta',
    access: { kind: 'session', permission: 'meta.templates.manage' },
    tier: 'plus',
    rate: 'write',
    body: TemplateDraft,
    response: MessengerTemplate,
    errors: [...refusals],
  }),
}
