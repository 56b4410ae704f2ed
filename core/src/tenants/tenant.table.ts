import type { Locale, Tier } from '@recado/contracts'
import { text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from '../db/schema.ts'

export const tenant = coreSchema.table('tenant', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  tier: text().$type<Tier>().notNull().default('premium'),
  status: text().$type<'active' | 'inactive'>().notNull().default('active'),
  locale: text().$type<Locale>().notNull().default('pt-BR'),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
