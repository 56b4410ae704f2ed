import type { AnyPluginDefinition, DeclaredAttribute, Locale } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { attributeDefinition } from '../tables/attribute-definition.table.ts'
import { keyOf } from './attribute-key.ts'
import { holdRoom } from './attributes.service.ts'

export type Declaring = Pick<AnyPluginDefinition, 'id' | 'attributes'>

/**
 * Adds the attributes that a plugin declares to a company; answers their keys by the plugin's names. Existing ones keep
 * the company's changes, and get new options.
 * @throws Refusal ERR_ATTRIBUTE_LIMIT
 */
export async function ensureDeclared(
  tx: Tx,
  tenantId: string,
  { id: plugin, attributes = {} }: Declaring,
): Promise<ReadonlyMap<string, string>> {
  const wanted = Object.entries(attributes)
  if (wanted.length === 0) return new Map()
  const known = await tx
    .select()
    .from(attributeDefinition)
    .where(and(eq(attributeDefinition.tenantId, tenantId), eq(attributeDefinition.plugin, plugin)))
  const keys = new Map(known.map((row) => [row.declaredAs!, row.key]))
  for (const [name, declared] of wanted) {
    const row = known.find((one) => one.declaredAs === name && one.owner === declared.owner)
    if (!row) keys.set(name, await add(tx, tenantId, plugin, name, declared))
    else {
      const more = await optionsOf(tx, tenantId, {
        ...declared,
        options: Object.fromEntries(
          Object.entries(declared.options ?? {}).filter(([id]) => row.options.every((option) => option.id !== id)),
        ),
      })
      if (more.length > 0)
        await tx
          .update(attributeDefinition)
          .set({ options: [...row.options, ...more], updatedAt: sql`now()` as never })
          .where(and(eq(attributeDefinition.tenantId, tenantId), eq(attributeDefinition.id, row.id)))
    }
  }
  return keys
}

async function add(
  tx: Tx,
  tenantId: string,
  plugin: string,
  name: string,
  declared: DeclaredAttribute,
): Promise<string> {
  const { owner, type } = declared
  const held = await holdRoom(tx, tenantId, owner)
  const same = held.find((row) => row.plugin === plugin && row.declaredAs === name)
  if (same) return same.key
  const locale = await localeOf(tx, tenantId)
  const key = keyOf(`${plugin}_${name}`, new Set(held.map((row) => row.key)), 'attribute')
  const row = {
    id: newId(),
    tenantId,
    owner,
    type,
    key,
    plugin,
    declaredAs: name,
    position: Math.max(0, ...held.map(({ position }) => position)) + 1,
    label: declared.label[locale].slice(0, 60),
    description: (declared.description?.[locale] ?? '').slice(0, 200),
    options: await optionsOf(tx, tenantId, declared),
  }
  await tx.insert(attributeDefinition).values(row)
  await audit(tx, {
    tenantId,
    userId: null,
    action: 'attributes.create',
    subject: row.id,
    facts: { owner, key, label: row.label, plugin },
  })
  return key
}

async function optionsOf(tx: Tx, tenantId: string, { options = {} }: DeclaredAttribute) {
  const entries = Object.entries(options)
  if (entries.length === 0) return []
  const locale = await localeOf(tx, tenantId)
  return entries.map(([id, label]) => ({ id, label: label[locale].slice(0, 60), isFormer: false }))
}

/** The company's language, in which a plugin's attributes are named. */
async function localeOf(tx: Tx, tenantId: string): Promise<Locale> {
  const [row] = await tx.execute<{ locale: Locale }>(sql`select locale from core.tenant where id = ${tenantId}`)
  return row!.locale
}
