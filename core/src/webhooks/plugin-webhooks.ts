import { createHash } from 'node:crypto'
import { PluginWebhook, Refusal, type PluginDelivery, type SentWebhook } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Egress } from '../security/egress.ts'
import type { Vault } from '../vault/vault.ts'
import { webhookKey } from './signature.ts'
import { webhookAddress } from './webhook-address.ts'
import { toAttempt, toDelivery, type AttemptRow, type DeliveryRow } from './delivery-rows.ts'
import { announceWebhooks, queueWebhooks } from './webhook-queue.ts'
import { sealedSecret } from './webhook-secrets.ts'

/** Keys that are asked about at once, and attempts of each that are shown. */
const mostKeys = 200
const shownAttempts = 5

export interface PluginWebhooksDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly vault: Pick<Vault, 'keyOf'>
  readonly egress: Pick<Egress, 'resolveFor'>
  readonly clock: Clock
}

/**
 * Webhooks that plugins send to addresses of their own, through the same deliveries as those of administrators. An
 * address with its secret is a receiver of the plugin, kept for as long as something is sent to it.
 */
export class PluginWebhooks {
  readonly #deps: PluginWebhooksDeps

  constructor(deps: PluginWebhooksDeps) {
    this.#deps = deps
  }

  /** See `CorePorts.webhooks`. @throws Refusal ERR_WEBHOOK_ADDRESS */
  check(url: string): Promise<string> {
    return webhookAddress(this.#deps.egress, url)
  }

  /** See `CorePorts.webhooks`. */
  async became(tenantId: string, plugin: string, keys: readonly string[]): Promise<PluginDelivery[]> {
    const asked = [...new Set(keys)].slice(0, mostKeys)
    if (asked.length === 0) return []
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<DeliveryRow & { cause: string; url: string; log: readonly AttemptRow<string>[] }>`
        select d.id, d.type, d.state, d.attempts, d.next_at, d.last_outcome, d.last_status, d.created_at, d.cause,
               e.url,
               coalesce(l.log, '[]'::json) as log
          from core.webhook_endpoint e
          join core.webhook_delivery d on d.tenant_id = e.tenant_id and d.endpoint_id = e.id
          left join lateral (
            select json_agg(a order by a.number desc) as log
              from (select number, at, ms, outcome, status from core.webhook_attempt
                     where tenant_id = d.tenant_id and delivery_id = d.id order by number desc limit ${shownAttempts}) a
          ) l on true
         where e.tenant_id = ${tenantId} and e.plugin = ${plugin} and d.cause = any(${asked}::text[])`,
    ])
    return rows.map((row) => ({ ...toDelivery(row), key: row.cause, url: row.url, log: row.log.map(toAttempt) }))
  }

  /** See `CorePorts.webhooks`. @throws Refusal ERR_WEBHOOK_ADDRESS, ERR_VALIDATION */
  async send(tenantId: string, plugin: string, input: PluginWebhook): Promise<SentWebhook> {
    const { db, bus, vault, egress, clock } = this.#deps
    const parsed = PluginWebhook.safeParse(input)
    if (!parsed.success || !webhookKey(input.secret)) throw new Refusal('ERR_VALIDATION')
    const { secret, type, data, key, order = key, bare = false } = parsed.data
    const url = await webhookAddress(egress, parsed.data.url, true)
    const target = createHash('sha256').update(`${url}\n${secret}`).digest('hex')
    const candidate = newId()
    const sealed = (await sealedSecret(vault, tenantId, candidate, secret)).toString('hex')
    const now = clock.now()
    const body = JSON.stringify(bare ? data : { type, timestamp: now.toISOString(), data })
    const id = await db.tenant(tenantId, async (tx) => {
      const [endpoint] = await tx.execute<{ id: string }>(sql`
        insert into core.webhook_endpoint (id, tenant_id, plugin, target, url, secret)
        values (${candidate}, ${tenantId}, ${plugin}, decode(${target}, 'hex'), ${url}, decode(${sealed}, 'hex'))
        on conflict (tenant_id, plugin, target) where plugin is not null do update set updated_at = now() returning id`)
      const endpointId = endpoint!.id
      const [made] = await queueWebhooks(tx, tenantId, [{ endpointId, cause: key, type, lane: order, body }], now)
      if (made !== undefined) return made
      const [known] = await tx.execute<{ id: string }>(sql`
        select id
          from core.webhook_delivery
         where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and cause = ${key}`)
      return known!.id
    })
    announceWebhooks(bus)
    return { id }
  }
}
