import {
  Refusal,
  type Viewer,
  type WebhookDeliveryDetail,
  type WebhookDeliveryPage,
  type WebhookReplay,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Query } from '../db/database.ts'
import { toAttempt, toDelivery, type AttemptRow, type DeliveryRow } from './delivery-rows.ts'
import { announceWebhooks, holdEndpoints, releaseLanes } from './webhook-queue.ts'

const pageSize = 50
/** Attempts of one delivery that are shown. */
const shownAttempts = 100
const longestSpanMs = 31 * 86_400_000
/** Deliveries that one replay repeats at most. */
const replayedMost = 10_000

export interface WebhookDeliveriesDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
}

/** What became of deliveries, for administrators, and sending them again. */
export class WebhookDeliveries {
  readonly #deps: WebhookDeliveriesDeps

  constructor(deps: WebhookDeliveriesDeps) {
    this.#deps = deps
  }

  /** Newest first. @throws Refusal ERR_NO_WEBHOOK_FOUND */
  async page(
    { tenantId }: Viewer,
    endpointId: string,
    { only, before }: { readonly only: 'all' | 'failed'; readonly before?: string | undefined },
  ): Promise<WebhookDeliveryPage> {
    const [known, rows] = await this.#deps.db.read(tenantId, (query) => [
      query`select from core.webhook_endpoint where tenant_id = ${tenantId} and id = ${endpointId} and plugin is null`,
      query<DeliveryRow>`
        select d.id, d.type, d.state, d.attempts, d.next_at, d.last_outcome, d.last_status, d.created_at
          from core.webhook_delivery d
         where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId}
           and (${only} = 'all' or d.state = 'failed')
           and (${before ?? null}::uuid is null or d.id < ${before ?? null}::uuid)
         order by d.id desc limit ${pageSize + 1}`,
    ])
    if (known.length === 0) throw new Refusal('ERR_NO_WEBHOOK_FOUND')
    const shown = rows.slice(0, pageSize)
    return { deliveries: shown.map(toDelivery), next: rows.length > pageSize ? shown.at(-1)!.id : null }
  }

  /** @throws Refusal ERR_NO_DELIVERY_FOUND */
  async one({ tenantId }: Viewer, endpointId: string, id: string): Promise<WebhookDeliveryDetail> {
    const [[row], log] = await this.#deps.db.read(
      tenantId,
      (query): [Query<DeliveryRow & { body: string }>, Query<AttemptRow & { answer: string }>] => [
        query`
        select d.id, d.type, d.state, d.attempts, d.next_at, d.last_outcome, d.last_status, d.created_at, d.body
          from core.webhook_delivery d
         where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.id = ${id}`,
        query`
        select a.number, a.at, a.ms, a.outcome, a.status, a.answer from core.webhook_attempt a
         where a.tenant_id = ${tenantId} and a.delivery_id = ${id} order by a.number desc limit ${shownAttempts}`,
      ],
    )
    if (!row) throw new Refusal('ERR_NO_DELIVERY_FOUND')
    return { ...toDelivery(row), body: row.body, log: log.map((one) => ({ ...toAttempt(one), answer: one.answer })) }
  }

  /** Sends one again, with all its attempts and under its id. @throws Refusal ERR_NO_DELIVERY_FOUND */
  async replay(viewer: Viewer, endpointId: string, id: string): Promise<void> {
    const count = await this.#again(viewer, endpointId, { id }, sql`d.id = ${id}`)
    if (count === 0) throw new Refusal('ERR_NO_DELIVERY_FOUND')
  }

  /**
   * Sends what was told in a span of time again, oldest first in each conversation, at most 10,000 at once. Answers how
   * many. @throws Refusal ERR_NO_WEBHOOK_FOUND, ERR_VALIDATION
   */
  async replaySpan(viewer: Viewer, endpointId: string, { since, until, only }: WebhookReplay): Promise<number> {
    const spanMs = Date.parse(until) - Date.parse(since)
    if (!(spanMs > 0 && spanMs <= longestSpanMs))
      throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.until', message: 'a span of up to 31 days' }] })
    return this.#again(
      viewer,
      endpointId,
      { since, until, only },
      sql`
        d.created_at >= ${since}::timestamptz
        and d.created_at < ${until}::timestamptz
        and (${only} = 'all' or d.state = 'failed')`,
    )
  }

  async #again(
    viewer: Viewer,
    endpointId: string,
    facts: Record<string, unknown>,
    which: ReturnType<typeof sql>,
  ): Promise<number> {
    const { db, bus, clock } = this.#deps
    const { tenantId, userId } = viewer
    const now = clock.now().toISOString()
    const count = await db.tenant(tenantId, async (tx) => {
      await holdEndpoints(tx, tenantId, [endpointId])
      const [endpoint] = await tx.execute<{ id: string }>(sql`
        update core.webhook_endpoint set due_at = least(due_at, ${now}::timestamptz)
         where tenant_id = ${tenantId} and id = ${endpointId} and plugin is null
        returning id`)
      if (!endpoint) throw new Refusal('ERR_NO_WEBHOOK_FOUND')
      const again = await tx.execute<{ lane: string }>(sql`
        update core.webhook_delivery d
           set state = 'held', is_holding = true, attempt = 0, begun_at = null, next_at = ${now}::timestamptz
         where d.tenant_id = ${tenantId} and d.id in (
           select d.id from core.webhook_delivery d
            where d.tenant_id = ${tenantId}
              and d.endpoint_id = ${endpointId}
              and d.state in ('sent', 'failed')
              and ${which}
            order by d.id limit ${replayedMost})
        returning d.lane`)
      const lanes = [...new Set(again.map(({ lane }) => lane))]
      await releaseLanes(tx, { tenantId, endpointId, lanes }, clock.now())
      if (again.length > 0)
        await audit(tx, {
          tenantId,
          userId,
          action: 'webhooks.replay',
          subject: endpointId,
          facts: { ...facts, count: again.length },
        })
      return again.length
    })
    announceWebhooks(bus)
    return count
  }
}
