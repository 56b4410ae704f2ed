import { sql } from 'drizzle-orm'
import { boolean, integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/* See migrations/0001-stickers.sql, which is the truth about constraints and indexes. */

const schema = pgSchema('plg_stickers')

export const stickers = schema.table(
  'sticker',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    name: text('name').notNull(),
    pack: text('pack').notNull(),
    mediaId: uuid('media_id').notNull(),
    bytes: integer('bytes').notNull(),
    isAnimated: boolean('is_animated').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)
export type StickerRow = typeof stickers.$inferSelect

export const habits = schema.table(
  'habit',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    stickerId: uuid('sticker_id').notNull(),
    favouriteAt: timestamp('favourite_at', { withTimezone: true }),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.stickerId] })],
)
