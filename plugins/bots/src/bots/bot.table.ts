import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { BotAnswer, BotQuestion } from '@recado/sdk'
import type { TriggerOperator } from './bot.ts'

const schema = pgSchema('plg_bots')

/** See migrations/0001-bots.sql, which is the truth about constraints and indexes. */
export const bots = schema.table(
  'bot',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    name: text('name').notNull(),
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    active: boolean('is_active').notNull(),
    expireMinutes: integer('expire_minutes').notNull(),
    keywordFinish: text('keyword_finish').notNull(),
    keywordRestart: text('keyword_restart').notNull(),
    restartMessage: text('restart_message').notNull(),
    unknownMessage: text('unknown_message').notNull(),
    delayMs: integer('delay_ms').notNull(),
    debounceMs: integer('debounce_ms').notNull(),
    triggerType: text('trigger_type').$type<'all' | 'keyword'>().notNull(),
    triggerOperator: text('trigger_operator').$type<TriggerOperator>().notNull(),
    triggerValue: text('trigger_value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const conversations = schema.table(
  'conversation',
  {
    tenantId: uuid('tenant_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    botId: uuid('bot_id').notNull(),
    run: uuid('run')
      .notNull()
      .default(sql`uuidv7()`),
    begunBy: text('begun_by').notNull(),
    turn: integer('turn').notNull().default(0),
    step: text('step').$type<'idle' | 'asking' | 'saying'>().notNull().default('idle'),
    hasBegun: boolean('has_begun').notNull().default(false),
    question: jsonb('question').$type<BotQuestion>(),
    answer: jsonb('answer').$type<BotAnswer>(),
    said: integer('said').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.ticketId] })],
)

/** What contacts said in conversations that bots have. */
export const heard = schema.table(
  'heard',
  {
    tenantId: uuid('tenant_id').notNull(),
    ticketId: uuid('ticket_id').notNull(),
    key: text('key').notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    isHanded: boolean('is_handed').notNull().default(false),
    text: text('text').notNull(),
    choice: text('choice'),
    messageId: uuid('message_id'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.ticketId, table.key] })],
)
