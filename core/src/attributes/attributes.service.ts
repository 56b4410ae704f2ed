import {
  attributesMost,
  overviewCountCap,
  Refusal,
  type AttributeDefinition,
  type AttributeOwner,
  type AttributeUpdate,
  type AuditAction,
  type NewAttribute,
  type Viewer,
} from '@recado/contracts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { attributeDefinition } from '../tables/attribute-definition.table.ts'
import { keyOf } from './attribute-key.ts'
import { optionsAfter } from './attribute-options.ts'

type Row = typeof attributeDefinition.$inferSelect

/**
 * Attributes of contacts and tickets as the company defines them. Key, owner and type never change: values hang on
 * them.
 */
export class AttributesService {
  readonly #db: Database
  constructor(options: { db: Database }) {
    this.#db = options.db
  }

  /** In their order, archived ones among them; without an owner those of both. */
  async list(tenantId: string, owner: AttributeOwner | undefined): Promise<AttributeDefinition[]> {
    return (await this.#db.tenant(tenantId, (tx) => rowsOf(tx, tenantId, owner))).map(toDefinition)
  }

  /** @throws Refusal ERR_ATTRIBUTE_LIMIT, ERR_ATTRIBUTE_KEY_EXISTS, ERR_VALIDATION */
  create(viewer: Viewer, input: NewAttribute): Promise<AttributeDefinition> {
    const { tenantId } = viewer
    return this.#change(viewer, 'attributes.create', async (tx) => {
      const held = await holdRoom(tx, tenantId, input.owner)
      const taken = new Set(held.map(({ key }) => key))
      if (input.key !== undefined && taken.has(input.key))
        throw new Refusal('ERR_ATTRIBUTE_KEY_EXISTS', { issues: [{ path: 'body.key', message: 'taken' }] })
      const position = Math.max(0, ...held.map((row) => row.position)) + 1
      const { owner, type, key = keyOf(input.label, taken, 'attribute') } = input
      return tx
        .insert(attributeDefinition)
        .values({ id: newId(), tenantId, owner, type, key, position, ...described(owner, type, [], input) })
        .returning()
    })
  }

  /** @throws Refusal ERR_NO_ATTRIBUTE_FOUND, ERR_VALIDATION */
  update(viewer: Viewer, id: string, input: AttributeUpdate): Promise<AttributeDefinition> {
    return this.#change(viewer, 'attributes.update', async (tx) => {
      const held = await hold(tx, viewer.tenantId, id)
      const archivedAt = input.isArchived ? (held.archivedAt ?? (sql`now()` as never)) : null
      return tx
        .update(attributeDefinition)
        .set({ ...described(held.owner, held.type, held.options, input), archivedAt, updatedAt: sql`now()` as never })
        .where(at(viewer.tenantId, id))
        .returning()
    })
  }

  /**
   * Number of contacts or tickets with a value, up to one more than the cap of counts. @throws Refusal
   * ERR_NO_ATTRIBUTE_FOUND
   */
  usage({ tenantId }: Viewer, id: string): Promise<number> {
    return this.#db.tenant(tenantId, async (tx) => {
      const [known] = await tx.select().from(attributeDefinition).where(at(tenantId, id))
      if (!known) throw new Refusal('ERR_NO_ATTRIBUTE_FOUND')
      return countValues(tx, known)
    })
  }

  /** Deletes an attribute without values. @throws Refusal ERR_NO_ATTRIBUTE_FOUND, ERR_ATTRIBUTE_IN_USE */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.#change(viewer, 'attributes.delete', async (tx) => {
      const count = await countValues(tx, await hold(tx, viewer.tenantId, id))
      if (count > 0) throw new Refusal('ERR_ATTRIBUTE_IN_USE', { limit: Math.min(count, overviewCountCap) })
      return tx.delete(attributeDefinition).where(at(viewer.tenantId, id)).returning()
    })
  }

  /** Puts the attributes of contacts, or of tickets, in this order; those that are not named come after them. */
  async order(viewer: Viewer, owner: AttributeOwner, ids: readonly string[]): Promise<AttributeDefinition[]> {
    const { tenantId, userId } = viewer
    return this.#db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`
        with placed as (
          select d.id, row_number() over (order by w.place nulls last, d.position, d.id) as place
            from core.attribute_definition d
            left join unnest(${sql.param([...ids])}::uuid[]) with ordinality w (id, place) on w.id = d.id
           where d.tenant_id = ${tenantId} and d.owner = ${owner})
        update core.attribute_definition d set position = p.place
          from placed p
         where d.tenant_id = ${tenantId} and d.id = p.id`)
      await audit(tx, { tenantId, userId, action: 'attributes.order', subject: owner })
      return (await rowsOf(tx, tenantId, owner)).map(toDefinition)
    })
  }

  #change(viewer: Viewer, action: AuditAction, work: (tx: Tx) => Promise<Row[]>): Promise<AttributeDefinition> {
    return this.#db.tenant(viewer.tenantId, async (tx) => {
      const [row] = await work(tx)
      if (!row) throw new Refusal('ERR_NO_ATTRIBUTE_FOUND')
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action,
        subject: row.id,
        facts: { owner: row.owner, key: row.key, label: row.label, ...(row.archivedAt && { archived: true }) },
      })
      return toDefinition(row)
    })
  }
}

const at = (tenantId: string, id: string) =>
  and(eq(attributeDefinition.tenantId, tenantId), eq(attributeDefinition.id, id))

/** At most twice as many as an owner can have. */
export const rowsOf = (tx: Tx, tenantId: string, owner: AttributeOwner | undefined): Promise<Row[]> =>
  tx
    .select()
    .from(attributeDefinition)
    .where(and(eq(attributeDefinition.tenantId, tenantId), owner && eq(attributeDefinition.owner, owner)))
    .orderBy(asc(attributeDefinition.owner), asc(attributeDefinition.position), asc(attributeDefinition.id))
    .limit(2 * attributesMost)

/**
 * Attributes of an owner, locked before one is added, so that two at once neither take the same key nor exceed the
 * limit. @throws Refusal ERR_ATTRIBUTE_LIMIT
 */
export async function holdRoom(tx: Tx, tenantId: string, owner: AttributeOwner): Promise<Row[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attributes ${tenantId} ${owner}`}, 0))`)
  const held = await rowsOf(tx, tenantId, owner)
  if (held.length >= attributesMost) throw new Refusal('ERR_ATTRIBUTE_LIMIT', { limit: attributesMost })
  return held
}

async function hold(tx: Tx, tenantId: string, id: string): Promise<Row> {
  const [row] = await tx.select().from(attributeDefinition).where(at(tenantId, id)).for('update')
  if (!row) throw new Refusal('ERR_NO_ATTRIBUTE_FOUND')
  return row
}

function described(
  owner: AttributeOwner,
  type: Row['type'],
  held: Row['options'],
  { label, description, requiredToResolve, options }: Omit<AttributeUpdate, 'isArchived'>,
): Pick<Row, 'label' | 'description' | 'requiredToResolve' | 'options'> {
  if (owner === 'contact' && requiredToResolve)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.requiredToResolve', message: 'only of tickets' }] })
  return { label, description, requiredToResolve, options: optionsAfter(type, held, options) }
}

async function countValues(tx: Tx, { tenantId, owner, key }: Row): Promise<number> {
  const having =
    owner === 'contact'
      ? sql`select 1 from core.contacts_by_attributes(${tenantId}, ${`exists($."${key}")`}, ${overviewCountCap + 1})`
      : sql`
        select 1
          from core.ticket t
         where t.tenant_id = ${tenantId} and t.attributes ? ${key}
         limit ${overviewCountCap + 1}`
  const [row] = await tx.execute<{ count: number }>(sql`select count(*)::integer as count from (${having}) found`)
  return row!.count
}

export const toDefinition = ({
  id,
  owner,
  key,
  label,
  type,
  description,
  options,
  requiredToResolve,
  plugin,
  archivedAt,
}: Row): AttributeDefinition => ({
  id,
  owner,
  key,
  label,
  type,
  description,
  options,
  requiredToResolve,
  ...(plugin !== null && { plugin }),
  isArchived: archivedAt !== null,
})
