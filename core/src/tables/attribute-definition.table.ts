import type { AttributeOption, AttributeOwner, AttributeType } from '@recado/contracts'
import { boolean, integer, jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { coreSchema } from './core-schema.ts'

export const attributeDefinition = coreSchema.table('attribute_definition', {
  id: uuid().notNull(),
  tenantId: uuid('tenant_id').notNull(),
  owner: text().$type<AttributeOwner>().notNull(),
  key: text().notNull(),
  label: text().notNull(),
  type: text().$type<AttributeType>().notNull(),
  description: text().notNull().default(''),
  options: jsonb().$type<AttributeOption[]>().notNull(),
  requiredToResolve: boolean('required_to_resolve').notNull().default(false),
  position: integer().notNull().default(0),
  plugin: text(),
  declaredAs: text('declared_as'),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
