import { mint, Refusal, type AuditAction, type Tag, type TagId, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { inNameOrder } from '../db/name-cursor.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import { tag } from '../tables/tag.table.ts'

export interface TagChange {
  readonly tag: string
  readonly color?: string | undefined
  readonly isActive?: boolean | undefined
}

const shape = { id: tag.id, tag: tag.name, color: tag.color, isActive: tag.isActive }
const asTag = (row: { id: string; tag: string; color: string; isActive: boolean }): Tag => ({
  ...row,
  id: mint<TagId>(row.id),
})
/** More than any company has; bounds the one answer that holds them all. */
const most = 2_000

/** Labels for contacts and tickets. Names are unique in a company. */
export class TagsService {
  readonly #db: Database
  constructor(options: { db: Database }) {
    this.#db = options.db
  }

  /** Without `isActive` all of them. */
  async list(tenantId: string, isActive: boolean | undefined): Promise<Tag[]> {
    const which = and(eq(tag.tenantId, tenantId), isActive === undefined ? undefined : eq(tag.isActive, isActive))
    const rows = await this.#db.tenant(tenantId, (tx) =>
      tx.select(shape).from(tag).where(which).orderBy(inNameOrder(tag.name)).limit(most),
    )
    return rows.map(asTag)
  }

  create(viewer: Viewer, change: TagChange): Promise<Tag> {
    return this.#change(viewer, 'tags.create', (tx) =>
      tx
        .insert(tag)
        .values({ id: newId(), tenantId: viewer.tenantId, ...columns(change) })
        .returning(shape),
    )
  }

  update(viewer: Viewer, id: string, change: TagChange): Promise<Tag> {
    return this.#change(viewer, 'tags.update', (tx) =>
      tx
        .update(tag)
        .set(columns(change))
        .where(and(eq(tag.tenantId, viewer.tenantId), eq(tag.id, id)))
        .returning(shape),
    )
  }

  /** Refuses with ERR_TAG_CONTACTS_EXISTS while contacts carry it; from tickets it is taken away. */
  async remove(viewer: Viewer, id: string): Promise<void> {
    const one = and(eq(tag.tenantId, viewer.tenantId), eq(tag.id, id))
    await this.#change(viewer, 'tags.delete', async (tx) => {
      // A concurrent assignment to a contact is finished before the check.
      await tx.select(shape).from(tag).where(one).for('update')
      const [carried] = await tx.execute(sql`
        select 1
          from core.contact_tag ct
          join core.contact c on c.tenant_id = ct.tenant_id and c.id = ct.contact_id and c.merged_into is null
         where ct.tenant_id = ${viewer.tenantId} and ct.tag_id = ${id}
         limit 1`)
      if (carried) throw new Refusal('ERR_TAG_CONTACTS_EXISTS')
      return tx.delete(tag).where(one).returning(shape)
    })
  }

  async #change(
    viewer: Viewer,
    action: AuditAction,
    work: (tx: Tx) => PromiseLike<{ id: string; tag: string; color: string; isActive: boolean }[]>,
  ): Promise<Tag> {
    try {
      return await this.#db.tenant(viewer.tenantId, async (tx) => {
        const [row] = await work(tx)
        if (!row) throw new Refusal('ERR_NO_TAG_FOUND')
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action,
          subject: row.id,
          facts: { tag: row.tag },
        })
        return asTag(row)
      })
    } catch (error) {
      throw sqlState(error) === uniqueViolation
        ? new Refusal('ERR_TAG_NAME_EXISTS', { issues: [{ path: 'body.tag', message: 'taken' }] })
        : error
    }
  }
}

const columns = (change: TagChange) => ({
  name: change.tag,
  ...(change.color !== undefined && { color: change.color }),
  ...(change.isActive !== undefined && { isActive: change.isActive }),
})
