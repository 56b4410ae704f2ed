import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'

const topic = 'webhooks.queued'

/** Call after the commit that queued something: nodes with free places look at once. */
export const announceWebhooks = (bus: Pick<EventBus, 'emit'>): void => bus.emit(topic, {})
/** Answers a function that stops it. */
export const onWebhooks = (bus: Pick<EventBus, 'on'>, queued: () => void): (() => void) => bus.on(topic, queued)

/** Something to deliver. `cause` is what an endpoint is told once; `lane` is what order is kept by. */
export interface QueuedWebhook {
  readonly endpointId: string
  readonly cause: string
  readonly type: string
  readonly lane: string
  readonly body: string
}

/**
 * Locks endpoints, in one order: whoever changes what waits in a lane, or when an endpoint is due, holds its row.
 */
export async function holdEndpoints(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select 1
      from core.webhook_endpoint
     where tenant_id = ${tenantId} and id = any (${sql.param([...ids])}::uuid[])
     order by id for no key update`)
}

/** Stores deliveries in the caller's transaction; of the same cause once. Answers the ids of those that are new. */
export async function queueWebhooks(
  tx: Tx,
  tenantId: string,
  webhooks: readonly QueuedWebhook[],
  now: Date,
): Promise<string[]> {
  const endpoints = [...new Set(webhooks.map(({ endpointId }) => endpointId))]
  await holdEndpoints(tx, tenantId, endpoints)
  const at = now.toISOString()
  const made: string[] = []
  for (const { endpointId, cause, type, lane, body } of webhooks) {
    const rows = await tx.execute<{ id: string }>(sql`
      insert into core.webhook_delivery (id, tenant_id, endpoint_id, cause, type, lane, body, state, next_at)
      select ${newId()}, ${tenantId}, ${endpointId}, ${cause}, ${type}, ${lane}, ${body},
             case when exists (
               select from core.webhook_delivery d
                where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.lane = ${lane}
                  and d.state in ('held', 'queued', 'leased') and d.is_holding) then 'held' else 'queued' end,
             ${at}::timestamptz
      on conflict (tenant_id, endpoint_id, cause) do nothing returning id`)
    made.push(...rows.map(({ id }) => id))
  }
  await tx.execute(sql`
    update core.webhook_endpoint set due_at = least(due_at, ${at}::timestamptz)
     where tenant_id = ${tenantId} and id = any (${sql.param(endpoints)}::uuid[])`)
  return made
}

/**
 * Lets the earliest of each lane go, where nothing holds it any more. The endpoint's row is held.
 */
export async function releaseLanes(
  tx: Tx,
  { tenantId, endpointId, lanes }: { readonly tenantId: string; readonly endpointId: string; readonly lanes: string[] },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update core.webhook_delivery set state = 'queued', next_at = ${now.toISOString()}::timestamptz
     where tenant_id = ${tenantId} and id in (
       select first.id from unnest(${sql.param(lanes)}::text[]) l (lane) cross join lateral (
         select d.id from core.webhook_delivery d
          where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.lane = l.lane and d.state = 'held'
            and not exists (
              select from core.webhook_delivery h
               where h.tenant_id = ${tenantId} and h.endpoint_id = ${endpointId} and h.lane = l.lane
                 and h.state in ('queued', 'leased') and h.is_holding)
          order by d.id limit 1) first)`)
}
