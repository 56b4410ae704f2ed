import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import { auditLog } from './audit.table.ts'

export interface AuditEntry {
  readonly tenantId: string
  /** Null when the system or nobody known acted. */
  readonly userId: string | null
  /** `session.begin`, `queue.delete`, `setting.change`: what happened, in the words of the permission that allowed it. */
  readonly action: string
  /** The id or key of what was acted on. */
  readonly subject: string
  /** Circumstances worth keeping. Never secrets, passwords or message bodies. */
  readonly facts?: Record<string, unknown>
}

/** Writes down who did what, in the transaction that does it: one exists exactly if the other does. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ id: uuidv7(), tenantId: entry.tenantId, userId: entry.userId, action: entry.action, subject: entry.subject, facts: entry.facts ?? {} })
}
