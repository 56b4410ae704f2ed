import { sql } from 'drizzle-orm'
import { integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import {
  categories,
  headerFormats,
  parameterFormats,
  qualities,
  syncStates,
  templateStatuses,
  type Examples,
  type TemplateButton,
} from './template-kinds.ts'

const schema = pgSchema('plg_waba')
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** See migrations/0001-templates.sql, which is the truth about constraints and indexes. */
export const templates = schema.table(
  'template',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    connectionId: uuid('connection_id').notNull(),
    wabaId: text('waba_id'),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: text('category', { enum: categories }),
    status: text('status', { enum: templateStatuses }).notNull().default('DRAFT'),
    rejectedReason: text('rejected_reason'),
    quality: text('quality', { enum: qualities }).notNull().default('UNKNOWN'),
    parameterFormat: text('parameter_format', { enum: parameterFormats }).notNull().default('POSITIONAL'),
    headerFormat: text('header_format', { enum: headerFormats }),
    headerText: text('header_text').notNull().default(''),
    headerExamples: jsonb('header_examples').$type<Examples>().notNull().default({}),
    headerMediaId: uuid('header_media_id'),
    body: text('body').notNull().default(''),
    bodyExamples: jsonb('body_examples').$type<Examples>().notNull().default({}),
    footer: text('footer').notNull().default(''),
    buttons: jsonb('buttons').$type<readonly TemplateButton[]>().notNull().default([]),
    submittedAt: moment('submitted_at'),
    syncedAt: moment('synced_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type TemplateRow = typeof templates.$inferSelect

/** Files that were uploaded for a header lately, by whom. */
export const headerFiles = schema.table(
  'header_file',
  {
    tenantId: uuid('tenant_id').notNull(),
    mediaId: uuid('media_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.mediaId] })],
)

/** The last import of each connection. */
export const templateSyncs = schema.table(
  'template_sync',
  {
    tenantId: uuid('tenant_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    runId: uuid('run_id').notNull(),
    state: text('state', { enum: syncStates }).notNull(),
    seen: integer('seen').notNull().default(0),
    error: text('error'),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.connectionId] })],
)
