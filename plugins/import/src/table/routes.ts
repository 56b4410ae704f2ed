import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { Check, manage } from '../check.ts'
import { problems } from '../run/run.ts'
import { TableChoice, tableFields } from './table-choice.ts'

/** A table that was uploaded, with its first rows and what its columns may be. */
export const UploadedTable = z.object({
  id: z.uuid(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  guess: z.array(z.enum(tableFields)),
  sample: z.array(z.array(z.string())),
})
/** See {@link UploadedTable}. */
export type UploadedTable = z.output<typeof UploadedTable>

export const TableCheck = Check.extend({
  sample: z.array(z.object({ row: z.number(), problems: z.array(z.enum(problems)) })),
})
/** What a table would become, and what is wrong in its first rows. */
export type TableCheck = z.output<typeof TableCheck>

/** Bytes of a table, and of what a form has around it. */
const mostBytes = 20_000_000 + 65_536

export const tableRoutes = {
  upload: defineRoute({
    ...manage,
    method: 'POST',
    path: '/tables',
    summary: 'Uploads a table of tickets and messages, CSV or XLSX; nothing is made of it yet',
    rate: 'upload',
    encoding: 'multipart',
    maxBody: mostBytes,
    limitMs: 120_000,
    body: z.object({}),
    response: UploadedTable,
    status: 201,
    errors: [
      'ERR_NO_FILE_UPLOADED',
      'ERR_FILE_TOO_LARGE',
      'ERR_CONTACT_IMPORT_FILE',
      'ERR_CONTACT_IMPORT_ROWS',
      'ERR_CONTACT_IMPORT_TEXT',
    ],
  }),
  tables: defineRoute({
    ...manage,
    method: 'GET',
    path: '/tables',
    summary: 'Tables that were uploaded and not imported yet',
    rate: 'read',
    response: z.array(UploadedTable),
  }),
  checkTable: defineRoute({
    ...manage,
    method: 'POST',
    path: '/tables/check',
    summary: 'What a table would become, with what is wrong in its first rows',
    rate: 'write',
    limitMs: 60_000,
    body: z.object({ table: TableChoice }),
    response: TableCheck,
    errors: ['ERR_NO_IMPORT_TABLE', 'ERR_IMPORT_COLUMNS'],
  }),
  discard: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/tables/:id',
    summary: 'Removes a table that was uploaded',
    rate: 'write',
    params: z.object({ id: z.uuid() }),
    response: z.object({ removed: z.boolean() }),
    errors: ['ERR_NO_IMPORT_TABLE', 'ERR_IMPORT_RUNNING'],
  }),
}
