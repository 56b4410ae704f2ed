import { createHash } from 'node:crypto'
import { PluginWebhook, Refusal, type SentWebhook } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Egress } from '../security/egress.ts'
import type { Vault } from '../vault/vault.ts'
import { webhookKey } from './signature.ts'
import { webhookAddress } from './webhook-address.ts'
import { announceWebhooks, queueWebhooks } from './webhook-queue.ts'
import { sealedSecret } from './webhook-secrets.ts'

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
      const [known] = await tx.execute<{ id: string }>(
        sql`select id from core.webhook_delivery where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and cause = ${key}`,
      )
      return known!.id
    })
    announceWebhooks(bus)
    return { id }
  }
}
