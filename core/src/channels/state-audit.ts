import type { ConnectionStatus, SessionState } from '@recado/contracts'
import { and, desc, eq } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import { auditLog } from '../tables/audit.table.ts'
import type { KnownConnection } from './connection-directory.ts'

/** What the trail says of a connection's state: why it needs somebody, or that it is back. */
export interface NotedState {
  /** `connected`, `failed`, or what a person has to do. */
  readonly reason: string
  readonly code: string | null
}

/**
 * Of a session's states those that the trail keeps. Starts, stops and trouble that passes by itself come and go without
 * anybody's doing.
 */
export function notedStateOf(state: SessionState): NotedState | undefined {
  switch (state.state) {
    case 'needsAction':
      return { reason: state.reason, code: state.code ?? null }
    case 'failed':
      return { reason: 'failed', code: state.code }
    case 'connected':
      return { reason: 'connected', code: null }
    default:
      return undefined
  }
}

/** Whether a state is news after the last that was written: a connection that was never in trouble is not back. */
export const isNews = (now: NotedState, last: NotedState | undefined): boolean =>
  last === undefined ? now.reason !== 'connected' : now.reason !== last.reason || now.code !== last.code

/** Writes into the trail that a connection needs somebody, or that it is back. Call it where the state is stored. */
export async function auditState(
  tx: Tx,
  { tenantId, id }: Pick<KnownConnection, 'tenantId' | 'id'>,
  state: SessionState,
  change: { readonly from: ConnectionStatus; readonly to: ConnectionStatus },
): Promise<void> {
  const now = notedStateOf(state)
  if (!now) return
  const action = 'connection.state'
  const [last] = await tx
    .select({ facts: auditLog.facts })
    .from(auditLog)
    .where(and(eq(auditLog.tenantId, tenantId), eq(auditLog.subject, id), eq(auditLog.action, action)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  if (isNews(now, last && (last.facts as unknown as NotedState)))
    await audit(tx, { tenantId, userId: null, action, subject: id, facts: { ...now, ...change } })
}
