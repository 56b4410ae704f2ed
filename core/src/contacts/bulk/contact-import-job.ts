import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { EventBus } from '../../bus/bus.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { RunningJob } from '../../jobs/jobs.ts'
import type { Limits } from '../../tenants/limits.ts'
import { attributeColumns } from './attribute-columns.ts'
import { contactImport, contactImportRow } from '../../tables/contact-import.table.ts'
import { readContactRow } from './contact-row.ts'
import type { RowProblem } from '../../tables/contact-import.table.ts'
import { takeRows, type NumberedContact } from './import-batch.ts'
import { tagsByName } from './tags-by-name.ts'
import { usersByEmail } from './users-by-email.ts'

export const importTask = 'contacts.import'
export const maxAttempts = 8
/** Rows taken in one transaction: few enough that nobody waits for their locks. */
const batchSize = 250

export interface ImportJobDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'poke'>
  readonly limits: Pick<Limits, 'roomForContacts'>
  readonly clock: Clock
}

/**
 * Takes the rows of an import, a batch after the other. How far it came is in the same transaction as what it made: run
 * again after a restart, or twice at once, it goes on behind the last row and takes none twice.
 */
export const importContacts =
  (deps: ImportJobDeps) =>
  async ({ tenantId, data, attempt, signal }: RunningJob): Promise<void> => {
    const { importId } = data as { importId: string }
    try {
      do signal.throwIfAborted()
      while (await takeBatch(deps, tenantId, importId))
    } catch (error) {
      if (attempt >= maxAttempts && !signal.aborted)
        await deps.db.tenant(tenantId, (tx) =>
          tx
            .update(contactImport)
            .set({ state: 'failed', finishedAt: deps.clock.now() })
            .where(
              and(
                eq(contactImport.tenantId, tenantId),
                eq(contactImport.id, importId),
                eq(contactImport.state, 'running'),
              ),
            ),
        )
      throw error
    }
  }

/** Answers whether there may be more. */
async function takeBatch(
  { db, bus, limits, clock }: ImportJobDeps,
  tenantId: string,
  importId: string,
): Promise<boolean> {
  const more = await db.tenant(tenantId, async (tx) => {
    const mine = and(eq(contactImport.tenantId, tenantId), eq(contactImport.id, importId))
    const [running] = await tx
      .select()
      .from(contactImport)
      .where(and(mine, eq(contactImport.state, 'running')))
      .for('update')
    if (!running) return false
    const rows = await tx
      .select({ number: contactImportRow.number, cells: contactImportRow.cells })
      .from(contactImportRow)
      .where(
        and(
          eq(contactImportRow.tenantId, tenantId),
          eq(contactImportRow.importId, importId),
          gt(contactImportRow.number, running.done),
        ),
      )
      .orderBy(asc(contactImportRow.number))
      .limit(batchSize)
    const last = rows.at(-1)
    if (!last) {
      await tx.update(contactImport).set({ state: 'done', finishedAt: clock.now() }).where(mine)
      return false
    }
    const room = await limits.roomForContacts(tx, tenantId)
    const attributes = await attributeColumns(tx, tenantId)
    const table = {
      columns: running.columns,
      attributes,
      mapping: running.mapping,
      countryCode: running.countryCode,
      tags: await tagsByName(tx, tenantId),
      users: await usersByEmail(tx, tenantId),
      today: clock.now().toISOString().slice(0, 10),
    }
    const refused: { number: number; problems: readonly RowProblem[] }[] = []
    const good: NumberedContact[] = []
    for (const { number, cells } of rows) {
      const read = readContactRow(cells, table)
      if ('problems' in read) refused.push({ number, problems: read.problems })
      else good.push({ number, contact: read.contact })
    }
    const outcome = await takeRows(tx, tenantId, good, {
      attributes,
      existing: running.existing,
      tags: running.tags,
      walletUserId: running.walletUserId,
      room,
    })
    refused.push(...outcome.refused.map(({ number, problem }) => ({ number, problems: [{ column: null, problem }] })))
    await tx.execute(sql`
      update core.contact_import_row r set problems = p.problems
        from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) p (number integer, problems jsonb)
       where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.number = p.number`)
    await tx.execute(sql`
      delete from core.contact_import_row r
       where r.tenant_id = ${tenantId}
         and r.import_id = ${importId}
         and r.number > ${running.done}
         and r.number <= ${last.number}
         and r.problems is null`)
    await tx
      .update(contactImport)
      .set({
        done: last.number,
        created: running.created + outcome.created,
        updated: running.updated + outcome.updated,
        skipped: running.skipped + outcome.skipped,
        refused: running.refused + refused.length,
      })
      .where(mine)
    return true
  })
  bus.poke()
  return more
}
