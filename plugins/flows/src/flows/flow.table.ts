import type { MediaKind } from '@recado/sdk'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Graph } from '../graph/graph.ts'
import type { UndecidedVersion } from '../graph/merge/undecided.ts'

/* See migrations/0001-flows.sql, which is the truth about constraints and indexes. */

export const schema = pgSchema('plg_flows')
const tenantId = uuid('tenant_id').notNull()
const id = uuid('id')
  .notNull()
  .default(sql`uuidv7()`)
const instant = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

export const flows = schema.table(
  'flow',
  {
    tenantId,
    id,
    name: text('name').notNull(),
    description: text('description').notNull(),
    testNumber: text('test_number').notNull(),
    isActive: boolean('is_active').notNull().default(false),
    draft: jsonb('draft').$type<Graph>().notNull(),
    undecided: jsonb('undecided').$type<readonly UndecidedVersion[]>().notNull().default([]),
    revision: integer('revision').notNull().default(1),
    savedBy: uuid('saved_by'),
    savedAt: instant('saved_at'),
    version: integer('version'),
    publishedRevision: integer('published_revision'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type FlowRow = typeof flows.$inferSelect

export const versions = schema.table(
  'version',
  {
    tenantId,
    id,
    flowId: uuid('flow_id').notNull(),
    number: integer('number'),
    revision: integer('revision').notNull(),
    graph: jsonb('graph').$type<Graph>().notNull(),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type VersionRow = typeof versions.$inferSelect

export const figures = schema.table(
  'figure',
  {
    tenantId,
    flowId: uuid('flow_id').notNull(),
    day: date('day').notNull(),
    kind: text('kind').$type<'begun' | 'taken' | 'entered' | 'left'>().notNull(),
    place: text('place').notNull(),
    shard: smallint('shard').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.flowId, table.day, table.kind, table.place, table.shard] })],
)

export const files = schema.table(
  'file',
  {
    tenantId,
    mediaId: uuid('media_id').notNull(),
    kind: text('kind').$type<z.infer<typeof MediaKind>>().notNull(),
    mime: text('mime').notNull(),
    bytes: integer('bytes').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.mediaId] })],
)
export type FileRow = typeof files.$inferSelect

/** Who has a flow open in the builder, see migrations/0003-editors.sql. */
export const editors = schema.table(
  'editor',
  {
    tenantId,
    flowId: uuid('flow_id').notNull(),
    page: uuid('page').notNull(),
    userId: uuid('user_id').notNull(),
    chosen: text('chosen').array().notNull(),
    seenAt: instant('seen_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.flowId, table.page] })],
)
