import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { VariableList, Vocabulary } from '../variables/variable.ts'
import { position } from './cursor.ts'
import { maxFileBytes, maxParts, maxTotalBytes } from './limits.ts'
import { ComposedMessage, QuickMessage, QuickMessageDraft, QuickMessagePage, ScopeName } from './quick-message.ts'

const access = { kind: 'session', permission: 'quick-messages.use' } as const
const composed = {
  access,
  rate: 'upload',
  encoding: 'multipart',
  maxBody: maxTotalBytes + maxParts * 64 * 1_024,
  body: ComposedMessage,
  response: QuickMessage,
} as const
const ofFiles = ['ERR_NO_FILE_UPLOADED', 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'] as const
const params = z.object({ id: z.uuid() })
const search = z.string().trim().max(100).default('')

const Deleted = z.object({ message: z.string() })

/** Longest list that is answered at once, for clients that do not turn pages. */
export const longestList = 500

export const routes = {
  page: defineRoute({
    method: 'GET',
    path: '/messages',
    summary: 'Quick messages the user may use, by key, page by page',
    access,
    rate: 'read',
    query: z.object({
      searchParam: search,
      scope: ScopeName.optional(),
      cursor: position.read.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: QuickMessagePage,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/fastreply',
    summary: 'The first quick messages the user may use, as a plain list',
    access,
    rate: 'read',
    query: z.object({ searchParam: search }),
    response: z.array(QuickMessage),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/fastreply',
    summary: 'Creates a quick message of one text',
    access,
    rate: 'write',
    body: QuickMessageDraft,
    response: QuickMessage,
    status: 200,
    errors: ['ERR_FAST_REPLY_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/fastreply/:id',
    summary: 'Replaces key, scope and first text of a quick message; its file and its other parts stay',
    access,
    rate: 'write',
    params,
    body: QuickMessageDraft,
    response: QuickMessage,
    errors: ['ERR_FAST_REPLY_EXISTS', 'ERR_NO_FAST_REPLY_FOUND', 'ERR_NO_QUEUE_FOUND'],
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/fastreply/:id',
    summary: 'Deletes a quick message',
    access,
    rate: 'write',
    params,
    response: Deleted,
    errors: ['ERR_NO_FAST_REPLY_FOUND'],
  }),
  attach: defineRoute({
    method: 'PUT',
    path: '/fastreply/:id/file',
    summary: 'Gives the first part of a quick message one file of at most 10 MB',
    access,
    rate: 'upload',
    params,
    encoding: 'multipart',
    maxBody: maxFileBytes + 64 * 1_024,
    body: z.object({}).strict(),
    response: QuickMessage,
    errors: ['ERR_NO_FAST_REPLY_FOUND', 'ERR_NO_FILE_UPLOADED', 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  detach: defineRoute({
    method: 'DELETE',
    path: '/fastreply/:id/file',
    summary: 'Takes the file of the first part away',
    access,
    rate: 'write',
    params,
    response: QuickMessage,
    errors: ['ERR_NO_FAST_REPLY_FOUND'],
  }),
  compose: defineRoute({
    method: 'POST',
    path: '/messages',
    summary: 'Creates a quick message of up to 10 parts; `draft` is JSON, files beside it, 30 MB together',
    ...composed,
    errors: [...ofFiles, 'ERR_FAST_REPLY_EXISTS', 'ERR_NO_QUEUE_FOUND'],
  }),
  recompose: defineRoute({
    method: 'PUT',
    path: '/messages/:id',
    summary: 'Replaces a quick message with all its parts',
    ...composed,
    params,
    errors: [...ofFiles, 'ERR_FAST_REPLY_EXISTS', 'ERR_NO_FAST_REPLY_FOUND', 'ERR_NO_QUEUE_FOUND'],
  }),
  vocabulary: defineRoute({
    method: 'GET',
    path: '/variables',
    summary: 'The company’s own variables, and its time zone',
    access,
    rate: 'read',
    response: Vocabulary,
  }),
  saveVariables: defineRoute({
    method: 'PUT',
    path: '/variables',
    summary: 'Replaces the company’s own variables',
    access: { kind: 'session', permission: 'quick-messages.manage' },
    rate: 'write',
    body: VariableList,
    response: Vocabulary,
  }),
}
