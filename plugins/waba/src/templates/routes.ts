import { defineRoute, id, type ConnectionId } from '@recado/sdk'
import * as z from 'zod'
import { decodeCursor } from './cursor.ts'
import { categories, templateStatuses } from './template-kinds.ts'
import { headerFiles } from './template-limits.ts'
import { HeaderMedia, Template, TemplateConnection, TemplateDraft, TemplatePage, TemplateSync } from './template.ts'

const reading = { kind: 'session', permission: 'waba.templates.read' } as const
/** S9-090: writing templates needs at least PLUS. Sending approved ones does not, so reading them does not either. */
const managing = { access: { kind: 'session', permission: 'waba.templates.manage' }, tier: 'plus' } as const
const params = z.object({ id: z.uuid() })

const Cursor = z
  .string()
  .max(1_000)
  .transform((text, ctx) => {
    const cursor = decodeCursor(text)
    if (!cursor) ctx.addIssue('Not a cursor of this list')
    return cursor ?? z.NEVER
  })

const provider = ['ERR_PROVIDER_REFUSED', 'ERR_PROVIDER_FAILED', 'ERR_CONNECTION_INACTIVE']
const largestFile = Math.max(...Object.values(headerFiles).map(({ bytes }) => bytes))

/** S7-092: the product's path is `/templates`. */
export const templateRoutes = {
  templates: defineRoute({
    method: 'GET',
    path: '/templates',
    summary: 'Message templates by name, page by page',
    access: reading,
    rate: 'read',
    query: z.object({
      searchParam: z.string().trim().max(100).default(''),
      connectionId: id<ConnectionId>().optional(),
      status: z.enum(templateStatuses).optional(),
      category: z.enum(categories).optional(),
      language: z.string().max(20).optional(),
      cursor: Cursor.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: TemplatePage,
  }),
  templateConnections: defineRoute({
    method: 'GET',
    path: '/templates/connections',
    summary: 'The WhatsApp connections that templates can belong to',
    access: reading,
    rate: 'read',
    response: z.array(TemplateConnection),
  }),
  templateSyncs: defineRoute({
    method: 'GET',
    path: '/templates/syncs',
    summary: 'How the last import of each connection went or goes',
    ...managing,
    rate: 'read',
    response: z.array(TemplateSync),
  }),
  templateSync: defineRoute({
    method: 'POST',
    path: '/templates/syncs',
    summary: 'Imports all templates of a connection from WhatsApp, in the background',
    ...managing,
    rate: 'write',
    body: z.object({ connectionId: id<ConnectionId>() }),
    response: TemplateSync,
    status: 202,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE'],
  }),
  templateMedia: defineRoute({
    method: 'POST',
    path: '/templates/media',
    summary: 'Stores a picture, video or document for the header of a template or of a message made from one',
    access: reading,
    rate: 'upload',
    encoding: 'multipart',
    maxBody: largestFile + 64 * 1_024,
    body: z.object({}).strict(),
    response: HeaderMedia,
    errors: ['ERR_NO_FILE_UPLOADED', 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  template: defineRoute({
    method: 'GET',
    path: '/templates/:id',
    summary: 'One message template',
    access: reading,
    rate: 'read',
    params,
    response: Template,
  }),
  templateCreate: defineRoute({
    method: 'POST',
    path: '/templates',
    summary: 'Writes a template as a draft; nothing is sent to WhatsApp',
    ...managing,
    rate: 'write',
    body: TemplateDraft,
    response: Template,
    errors: ['ERR_NO_MEDIA_FOUND'],
  }),
  templateChange: defineRoute({
    method: 'PUT',
    path: '/templates/:id',
    summary: 'Replaces a draft, or sends a changed template to WhatsApp, which approves it anew',
    ...managing,
    rate: 'write',
    params,
    body: TemplateDraft,
    response: Template,
    errors: [...provider, 'ERR_NO_MEDIA_FOUND'],
  }),
  templateSubmit: defineRoute({
    method: 'POST',
    path: '/templates/:id/submit',
    summary: 'Submits a draft to WhatsApp for approval',
    ...managing,
    rate: 'write',
    params,
    response: Template,
    errors: provider,
  }),
  templateCheck: defineRoute({
    method: 'POST',
    path: '/templates/:id/check',
    summary: 'Asks WhatsApp how a submitted template stands',
    ...managing,
    rate: 'write',
    params,
    response: Template,
    errors: provider,
  }),
  templateDelete: defineRoute({
    method: 'DELETE',
    path: '/templates/:id',
    summary: 'Deletes a template, at WhatsApp too',
    ...managing,
    rate: 'write',
    params,
    response: z.object({ message: z.string() }),
    errors: provider,
  }),
}

export const templateClaims = {
  templates: '/templates',
  template: '/templates/:id',
  templateCreate: '/templates',
  templateChange: '/templates/:id',
  templateSubmit: '/templates/:id/submit',
  templateCheck: '/templates/:id/check',
  templateDelete: '/templates/:id',
} as const
