import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { position } from './cursor.ts'
import { maxFileBytes } from './limits.ts'
import { QuickMessage, QuickMessageDraft, QuickMessagePage, ScopeName } from './quick-message.ts'

const access = { kind: 'session', permission: 'quick-messages.use' } as const
const params = z.object({ id: z.uuid() })
const search = z.string().trim().max(100).default('')

const Deleted = z.object({ message: z.string() })

/** Longest list that is answered at once, for clients that do not turn pages. */
export const longestList = 500

export const routes = {
  page: defineRoute({
    method: 'GET', path: '/messages', summary: 'Quick messages the user may use, by key, page by page', access, rate: 'read',
    query: z.object({ searchParam: search, scope: ScopeName.optional(), cursor: position.read.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    response: QuickMessagePage,
  }),
  list: defineRoute({
    method: 'GET', path: '/fastreply', summary: 'The first quick messages the user may use, as a plain list', access, rate: 'read',
    query: z.object({ searchParam: search }), response: z.array(QuickMessage),
  }),
  create: defineRoute({
    method: 'POST', path: '/fastreply', summary: 'Creates a quick message', access, rate: 'write', body: QuickMessageDraft, response: QuickMessage, status: 200,
    errors: ['ERR_FAST_REPLY_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  }),
  update: defineRoute({
    method: 'PUT', path: '/fastreply/:id', summary: 'Replaces a quick message; its file stays', access, rate: 'write', params, body: QuickMessageDraft, response: QuickMessage,
    errors: ['ERR_FAST_REPLY_EXISTS', 'ERR_NO_FAST_REPLY_FOUND', 'ERR_NO_QUEUE_FOUND'],
  }),
  remove: defineRoute({
    method: 'DELETE', path: '/fastreply/:id', summary: 'Deletes a quick message', access, rate: 'write', params, response: Deleted, errors: ['ERR_NO_FAST_REPLY_FOUND'],
  }),
  attach: defineRoute({
    method: 'PUT', path: '/fastreply/:id/file', summary: 'Gives a quick message one file of at most 10 MB', access, rate: 'upload', params, encoding: 'multipart', maxBody: maxFileBytes + 64 * 1_024,
    body: z.object({}).strict(), response: QuickMessage, errors: ['ERR_NO_FAST_REPLY_FOUND', 'ERR_NO_FILE_UPLOADED', 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  detach: defineRoute({
    method: 'DELETE', path: '/fastreply/:id/file', summary: 'Takes the file away', access, rate: 'write', params, response: QuickMessage, errors: ['ERR_NO_FAST_REPLY_FOUND'],
  }),
}
