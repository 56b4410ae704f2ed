import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { BlockCall } from '@recado/sdk'
import type { Repetition } from './limits.ts'
import type { RuleCondition, RuleDraft, Trigger } from './rule.ts'

/** See migrations/0001-rules.sql, which is the truth about constraints and indexes. */
export const rules = pgSchema('plg_automations').table(
  'rule',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    isActive: boolean('is_active').notNull(),
    trigger: jsonb('trigger').$type<Trigger>().notNull(),
    match: text('match').$type<RuleDraft['match']>().notNull(),
    conditions: jsonb('conditions').$type<RuleCondition[]>().notNull(),
    actions: jsonb('actions').$type<BlockCall[]>().notNull(),
    repetition: text('repetition').$type<Repetition>().notNull(),
    isLast: boolean('is_last').notNull(),
    sweptUntil: timestamp('swept_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type RuleRow = typeof rules.$inferSelect
