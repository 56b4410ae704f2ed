import type { ErasureReason, PrivacyCounts, PrivacyRequest } from '@recado/contracts'
import { bigint, integer, jsonb, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const privacyRequest = coreSchema.table('privacy_request', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  kind: text().$type<PrivacyRequest['kind']>().notNull(),
  contactId: uuid('contact_id').notNull(),
  reason: text().$type<ErasureReason>(),
  requestedBy: uuid('requested_by').notNull(),
  state: text().$type<PrivacyRequest['state']>().notNull().default('running'),
  progress: real().notNull().default(0),
  receipt: jsonb().$type<Partial<PrivacyCounts>>().notNull().default({}),
  waitingFor: text('waiting_for').array().notNull().default([]),
  attempt: integer().notNull().default(0),
  bytes: bigint({ mode: 'number' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
})
