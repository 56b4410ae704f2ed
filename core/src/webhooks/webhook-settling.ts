import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import { holdingAttempts, retryPause, seriesMs } from './retry-schedule.ts'
import { holdEndpoints, releaseLanes } from './webhook-queue.ts'
import type { WebhookResult } from './webhook-sender.ts'

/** A delivery that a node has claimed, as the function answers it. */
export interface LeasedWebhook {
  readonly tenant_id: string
  readonly id: string
  readonly endpoint_id: string
  readonly attempt: number
}

/** Tells the company's administrators that the server stopped using an endpoint. */
export interface EndpointNotices {
  disabled(tx: Tx, tenantId: string): Promise<void>
}

export interface Settling {
  readonly row: LeasedWebhook
  readonly result: WebhookResult
  readonly node: string
  readonly now: Date
  /** From 0 to 1. */
  readonly random: number
  readonly notices: EndpointNotices
}

interface Next {
  readonly state: 'sent' | 'failed' | 'queued'
  readonly waitMs: number
  /** Attempts that count. */
  readonly attempt: number
}

/** Writes what came of an attempt, in the transaction of the company; nothing where another node has it by now. */
export async function settleWebhook(tx: Tx, { row, result, node, now, random, notices }: Settling): Promise<void> {
  const { tenant_id: tenantId, endpoint_id: endpointId } = row
  await holdEndpoints(tx, tenantId, [endpointId])
  const [held] = await tx.execute<{ lane: string; begun_at: string; is_holding: boolean; attempts: number }>(sql`
    select lane, begun_at, is_holding, attempts from core.webhook_delivery
     where tenant_id = ${tenantId}
       and id = ${row.id}
       and state = 'leased'
       and leased_by = ${node}
       and attempt = ${row.attempt} for update`)
  if (!held) return
  const next = nextOf(result, row.attempt, now.getTime() - Date.parse(held.begun_at), random)
  const isHolding = held.is_holding && next.state === 'queued' && next.attempt < holdingAttempts
  const nextAt = new Date(now.getTime() + next.waitMs).toISOString()
  await tx.execute(sql`
    update core.webhook_delivery
       set state = ${next.state}, attempt = ${next.attempt}, is_holding = ${isHolding},
           next_at = ${nextAt}::timestamptz, lease_until = null, leased_by = null,
           last_outcome = ${result.outcome}, last_status = ${result.status}
     where tenant_id = ${tenantId} and id = ${row.id}`)
  await tx.execute(sql`
    insert into core.webhook_attempt (tenant_id, delivery_id, number, at, ms, outcome, status, answer)
    values (${tenantId}, ${row.id}, ${held.attempts}, ${now.toISOString()}::timestamptz, ${result.ms},
            ${result.outcome}, ${result.status}, ${result.answer})
    on conflict do nothing`)
  if (!isHolding) await releaseLanes(tx, { tenantId, endpointId, lanes: [held.lane] }, now)
  if (result.outcome !== 'interrupted') await noteEndpoint(tx, tenantId, endpointId, result, now, notices)
  await tx.execute(sql`
    update core.webhook_endpoint set due_at = least(due_at, ${now.toISOString()}::timestamptz)
     where tenant_id = ${tenantId} and id = ${endpointId}`)
}

function nextOf(result: WebhookResult, attempt: number, sinceMs: number, random: number): Next {
  if (result.outcome === 'ok') return { state: 'sent', waitMs: 0, attempt }
  if (result.outcome === 'gone') return { state: 'failed', waitMs: 0, attempt }
  // The node stopped; that is not the receiver's fault.
  if (result.outcome === 'interrupted') return { state: 'queued', waitMs: 0, attempt: attempt - 1 }
  const waitMs = retryPause(attempt, sinceMs, result.askedMs, random)
  return waitMs === undefined ? { state: 'failed', waitMs: 0, attempt } : { state: 'queued', waitMs, attempt }
}

/** Notes the attempt at its endpoint, and disables one that is gone or that nothing has reached for three days. */
export async function noteEndpoint(
  tx: Tx,
  tenantId: string,
  endpointId: string,
  { outcome, status }: Pick<WebhookResult, 'outcome' | 'status'>,
  now: Date,
  notices: EndpointNotices,
): Promise<void> {
  const at = now.toISOString()
  const failingBefore = new Date(now.getTime() - seriesMs).toISOString()
  const [noted] = await tx.execute<{ is_active: boolean; is_failing: boolean }>(sql`
    update core.webhook_endpoint
       set last_at = ${at}::timestamptz, last_outcome = ${outcome}, last_status = ${status},
           failing_since = ${outcome === 'ok' ? sql`null` : sql`coalesce(failing_since, ${at}::timestamptz)`}
     where tenant_id = ${tenantId} and id = ${endpointId}
    returning state = 'active' and plugin is null as is_active,
        coalesce(failing_since <= ${failingBefore}::timestamptz, false) as is_failing`)
  const reason = outcome === 'gone' ? 'gone' : noted?.is_failing ? 'failing' : undefined
  if (!noted?.is_active || reason === undefined) return
  await tx.execute(sql`
    update core.webhook_endpoint set state = 'disabled', disabled_reason = ${reason}, updated_at = now()
     where tenant_id = ${tenantId} and id = ${endpointId}`)
  await audit(tx, { tenantId, userId: null, action: 'webhooks.disabled', subject: endpointId, facts: { reason } })
  await notices.disabled(tx, tenantId)
}
