import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { Check, manage } from './check.ts'
import { Fault, Mapping, Run } from './run/run.ts'
import { tableRoutes } from './table/routes.ts'

const params = z.object({ id: z.uuid() })
const act = { ...manage, rate: 'write', params, response: Run, errors: ['ERR_NO_IMPORT_FOUND'] } as const

export const routes = {
  ...tableRoutes,
  check: defineRoute({
    ...manage,
    method: 'POST',
    path: '/check',
    summary: 'Connects to the other system, only to read, and says what it holds',
    rate: 'write',
    limitMs: 120_000,
    body: Mapping.pick({ company: true, from: true }),
    response: Check,
    errors: ['ERR_IMPORT_SOURCE_REQUIRED', 'ERR_IMPORT_CONNECTION', 'ERR_IMPORT_FAILED', 'ERR_IMPORT_SYSTEM'],
  }),
  list: defineRoute({
    ...manage,
    method: 'GET',
    path: '/runs',
    summary: 'Imports of the company, latest first',
    rate: 'read',
    response: z.array(Run),
  }),
  start: defineRoute({
    ...manage,
    method: 'POST',
    path: '/runs',
    summary: 'Begins an import, or a rehearsal that writes nothing',
    rate: 'write',
    limitMs: 120_000,
    body: z.object({ mapping: Mapping, isRehearsal: z.boolean() }),
    response: Run,
    errors: [
      'ERR_IMPORT_SOURCE_REQUIRED',
      'ERR_IMPORT_CONNECTION',
      'ERR_IMPORT_FAILED',
      'ERR_IMPORT_SYSTEM',
      'ERR_IMPORT_COMPANY',
      'ERR_NO_IMPORT_TABLE',
      'ERR_IMPORT_COLUMNS',
      'ERR_IMPORT_RUNNING',
      'ERR_IMPORT_FOLLOWING',
    ],
  }),
  read: defineRoute({
    ...manage,
    method: 'GET',
    path: '/runs/:id',
    summary: 'An import as it stands, with rows of the source that were left out or changed',
    rate: 'read',
    params,
    response: z.object({ run: Run, faults: z.array(Fault) }),
    errors: ['ERR_NO_IMPORT_FOUND'],
  }),
  cancel: defineRoute({
    ...act,
    method: 'POST',
    path: '/runs/:id/cancel',
    summary: 'Stops an import; what was brought in stays',
  }),
  resume: defineRoute({
    ...act,
    method: 'POST',
    path: '/runs/:id/resume',
    summary: 'Goes on with an import that failed or was stopped',
    limitMs: 120_000,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_RUNNING', 'ERR_IMPORT_CONNECTION', 'ERR_IMPORT_SYSTEM'],
  }),
  stopFollowing: defineRoute({
    ...act,
    method: 'POST',
    path: '/runs/:id/stop',
    summary: 'Follows the old system no more; what was brought in stays',
  }),
  look: defineRoute({
    ...act,
    method: 'POST',
    path: '/runs/:id/look',
    summary: 'Looks at once for what changed in the old system that an import follows',
  }),
  undo: defineRoute({
    ...act,
    method: 'POST',
    path: '/runs/:id/undo',
    summary: 'Takes back what an import has made',
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_RUNNING'],
  }),
}
