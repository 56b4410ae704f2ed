import type { ContactImport, ContactImportField, ContactRowProblem, ExistingContacts } from '@recado/contracts'
import { integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

/** Mistake in a row; `column` counts from 0, null for the row as a whole. */
export interface RowProblem {
  readonly column: number | null
  readonly problem: ContactRowProblem
}

export const contactImport = coreSchema.table('contact_import', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text().notNull(),
  state: text().$type<ContactImport['state']>().notNull().default('draft'),
  columns: text().array().notNull(),
  mapping: text().array().$type<ContactImportField[]>().notNull(),
  countryCode: text('country_code'),
  existing: text().$type<ExistingContacts>().notNull().default('skip'),
  tags: uuid().array().notNull().default([]),
  walletUserId: uuid('wallet_user_id'),
  rows: integer().notNull(),
  done: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
})

export const contactImportRow = coreSchema.table('contact_import_row', {
  tenantId: uuid('tenant_id').notNull(),
  importId: uuid('import_id').notNull(),
  number: integer().notNull(),
  cells: jsonb().$type<string[]>().notNull(),
  problems: jsonb().$type<RowProblem[]>(),
})
