import type { AuditAction } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import { auditLog } from '../tables/audit.table.ts'

export interface AuditEntry {
  readonly tenantId: string
  /** Null when the system or nobody known acted. */
  readonly userId: string | null
  /** The act. A new one is named, in all languages, in `auditActions` of the contracts. */
  readonly action: AuditAction
  /** The id or key of what was acted on. */
  readonly subject: string
  /**
   * Circumstances worth keeping: ids, names of settings, numbers. Never secrets, and nothing of a contact: an entry can
   * never be erased.
   */
  readonly facts?: Record<string, unknown>
}

/** Writes down who did what, in the transaction that does it: one exists exactly if the other does. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    id: uuidv7(),
    tenantId: entry.tenantId,
    userId: entry.userId,
    action: entry.action,
    subject: entry.subject,
    facts: entry.facts ?? {},
  })
}

/**
 * The same for what a master or a reseller does to another company: it is in both trails. The other company reads that
 * the platform did it, and not who.
 */
export async function auditAcross(tx: Tx, entry: AuditEntry, tenantId: string): Promise<void> {
  await audit(tx, entry)
  if (tenantId === entry.tenantId) return
  await tx.execute(sql`select set_config('app.tenant', ${tenantId}, true)`)
  await audit(tx, {
    tenantId,
    userId: null,
    action: entry.action,
    subject: entry.subject,
    facts: { ...entry.facts, byPlatform: true },
  })
  await tx.execute(sql`select set_config('app.tenant', ${entry.tenantId}, true)`)
}
