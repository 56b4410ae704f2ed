import {
  Refusal,
  webhookEndpointsMost,
  webhookOverlapHours,
  webhookTestType,
  type AuditAction,
  type Viewer,
  type WebhookAttempt,
  type WebhookEndpoint,
  type WebhookEndpointInput,
  type WebhookEndpointSecret,
} from '@recado/contracts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Egress } from '../security/egress.ts'
import { webhookEndpoint } from '../tables/webhook.table.ts'
import type { Vault } from '../vault/vault.ts'
import { newWebhookSecret } from './signature.ts'
import { webhookAddress } from './webhook-address.ts'
import { announceWebhooks } from './webhook-queue.ts'
import { sealedSecret, signingSecrets } from './webhook-secrets.ts'
import type { WebhookSender } from './webhook-sender.ts'
import { noteEndpoint, type EndpointNotices } from './webhook-settling.ts'

type Row = typeof webhookEndpoint.$inferSelect

const hour = 3_600_000
/** Deliveries that wait are counted up to this. */
const countedMost = 1_001

export interface WebhooksDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly vault: Pick<Vault, 'keyOf'>
  readonly egress: Pick<Egress, 'resolveFor'>
  readonly sender: WebhookSender
  readonly notices: EndpointNotices
  readonly clock: Clock
}

/** Endpoints of companies, for their administrators. A secret leaves once: when it is made. */
export class WebhooksService {
  readonly #deps: WebhooksDeps

  constructor(deps: WebhooksDeps) {
    this.#deps = deps
  }

  /** In the order in which they were added. */
  list(tenantId: string): Promise<WebhookEndpoint[]> {
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const rows = await tx
        .select()
        .from(webhookEndpoint)
        .where(and(eq(webhookEndpoint.tenantId, tenantId), isNull(webhookEndpoint.plugin)))
        .orderBy(webhookEndpoint.id)
      return this.#described(tx, tenantId, rows)
    })
  }

  /** @throws Refusal ERR_WEBHOOK_ADDRESS, ERR_WEBHOOK_LIMIT */
  async create(viewer: Viewer, input: WebhookEndpointInput): Promise<WebhookEndpointSecret> {
    const { db, egress, vault } = this.#deps
    const { tenantId } = viewer
    const url = await webhookAddress(egress, input.url)
    const [id, secret] = [newId(), newWebhookSecret()]
    const sealed = await sealedSecret(vault, tenantId, id, secret)
    return db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenantId}`}, 0))`)
      const held = await tx
        .select({ id: webhookEndpoint.id })
        .from(webhookEndpoint)
        .where(and(eq(webhookEndpoint.tenantId, tenantId), isNull(webhookEndpoint.plugin)))
      if (held.length >= webhookEndpointsMost) throw new Refusal('ERR_WEBHOOK_LIMIT', { limit: webhookEndpointsMost })
      const [row] = await tx
        .insert(webhookEndpoint)
        .values({ id, tenantId, secret: sealed, ...chosen(input, url), state: input.isActive ? 'active' : 'paused' })
        .returning()
      return { endpoint: await this.#noted(tx, viewer, 'webhooks.create', row!), secret }
    })
  }

  /**
   * Changes an endpoint. One that the server disabled works again when it is made active: what waited goes out.
   *
   * @throws Refusal ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_ADDRESS
   */
  async update(viewer: Viewer, id: string, input: WebhookEndpointInput): Promise<WebhookEndpoint> {
    const { db, egress, clock, bus } = this.#deps
    const url = await webhookAddress(egress, input.url)
    const changed = await db.tenant(viewer.tenantId, async (tx) => {
      const before = await hold(tx, viewer.tenantId, id)
      const isRevived = input.isActive && before.state !== 'active'
      const [row] = await tx
        .update(webhookEndpoint)
        .set({
          ...chosen(input, url),
          ...(isRevived && { state: 'active', disabledReason: null, failingSince: null, dueAt: clock.now() }),
          ...(!input.isActive && before.state === 'active' && { state: 'paused' }),
          updatedAt: clock.now(),
        })
        .where(at(viewer.tenantId, id))
        .returning()
      return this.#noted(tx, viewer, 'webhooks.update', row!)
    })
    announceWebhooks(bus)
    return changed
  }

  /** With everything that waits, and what is kept of its deliveries. @throws Refusal ERR_NO_WEBHOOK_FOUND */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      const row = await hold(tx, viewer.tenantId, id)
      await tx.delete(webhookEndpoint).where(at(viewer.tenantId, id))
      await this.#audited(tx, viewer, 'webhooks.delete', row)
    })
  }

  /** A new secret; the present one signs beside it for a day. @throws Refusal ERR_NO_WEBHOOK_FOUND */
  async rotate(viewer: Viewer, id: string): Promise<WebhookEndpointSecret> {
    const { db, clock, vault } = this.#deps
    const secret = newWebhookSecret()
    const sealed = await sealedSecret(vault, viewer.tenantId, id, secret)
    return db.tenant(viewer.tenantId, async (tx) => {
      const held = await hold(tx, viewer.tenantId, id)
      const formerUntil = new Date(clock.now().getTime() + webhookOverlapHours * hour)
      const [row] = await tx
        .update(webhookEndpoint)
        .set({ secret: sealed, formerSecret: held.secret, formerUntil, updatedAt: clock.now() })
        .where(at(viewer.tenantId, id))
        .returning()
      return { endpoint: await this.#noted(tx, viewer, 'webhooks.rotate', row!), secret }
    })
  }

  /**
   * Sends a test now, also to an endpoint that is paused or disabled, and answers what came of it. It is kept among the
   * deliveries and not repeated. @throws Refusal ERR_NO_WEBHOOK_FOUND
   */
  async test(viewer: Viewer, id: string): Promise<WebhookAttempt> {
    const { db, clock, vault, sender, notices } = this.#deps
    const { tenantId } = viewer
    const row = await db.tenant(tenantId, (tx) => hold(tx, tenantId, id))
    const now = clock.now()
    const secrets = await signingSecrets(vault, tenantId, id, row, now)
    const delivery = newId() as string
    const body = JSON.stringify({ type: webhookTestType, timestamp: now.toISOString(), data: { endpointId: id } })
    const result = await sender.send({ id: delivery, url: row.url, body, secrets }, new AbortController().signal)
    const { outcome, status, answer, ms } = result
    await db.tenant(tenantId, async (tx) => {
      await hold(tx, tenantId, id)
      await tx.execute(sql`
        insert into core.webhook_delivery (id, tenant_id, endpoint_id, cause, type, lane, body, state, is_holding,
          attempt, attempts, begun_at, next_at, last_outcome, last_status)
        values (${delivery}, ${tenantId}, ${id}, ${`test ${delivery}`}, ${webhookTestType}, ${`test ${delivery}`},
                ${body}, ${outcome === 'ok' ? 'sent' : 'failed'}, false, 1, 1, ${now.toISOString()}::timestamptz,
                ${now.toISOString()}::timestamptz, ${outcome}, ${status})`)
      await tx.execute(sql`
        insert into core.webhook_attempt (tenant_id, delivery_id, number, at, ms, outcome, status, answer)
        values (${tenantId}, ${delivery}, 1, ${now.toISOString()}::timestamptz, ${ms}, ${outcome}, ${status},
                ${answer})`)
      if (outcome === 'ok' || outcome === 'gone') await noteEndpoint(tx, tenantId, id, result, now, notices)
    })
    return { number: 1, at: now.toISOString(), ms, outcome, status, answer }
  }

  async #noted(tx: Tx, viewer: Viewer, action: AuditAction, row: Row): Promise<WebhookEndpoint> {
    await this.#audited(tx, viewer, action, row)
    return (await this.#described(tx, viewer.tenantId, [row]))[0]!
  }

  /** The path of an address may be a secret of the receiver: the trail has its host alone. */
  #audited(tx: Tx, { tenantId, userId }: Viewer, action: AuditAction, row: Row): Promise<void> {
    const facts = { host: new URL(row.url).host, types: row.types, state: row.state }
    return audit(tx, { tenantId, userId, action, subject: row.id, facts })
  }

  async #described(tx: Tx, tenantId: string, rows: readonly Row[]): Promise<WebhookEndpoint[]> {
    const ids = sql.param(rows.map(({ id }) => id))
    const counts = await tx.execute<{ id: string; count: number }>(sql`
      select e.id, (select count(*) from (
               select from core.webhook_delivery d
                where d.tenant_id = ${tenantId} and d.endpoint_id = e.id and d.state in ('held', 'queued', 'leased')
                limit ${countedMost}) counted)::integer as count
        from unnest(${ids}::uuid[]) e (id)`)
    const waiting = new Map(counts.map(({ id, count }) => [id, count]))
    return rows.map((row) => toEndpoint(row, waiting.get(row.id) ?? 0, this.#deps.clock.now()))
  }
}

const chosen = ({ description, types, channelIds, queueIds }: WebhookEndpointInput, url: string) => ({
  url,
  description,
  types,
  connections: channelIds as string[],
  queues: queueIds as string[],
})

const at = (tenantId: string, id: string) =>
  and(eq(webhookEndpoint.tenantId, tenantId), eq(webhookEndpoint.id, id), isNull(webhookEndpoint.plugin))

/** @throws Refusal ERR_NO_WEBHOOK_FOUND */
async function hold(tx: Tx, tenantId: string, id: string): Promise<Row> {
  const [row] = await tx.select().from(webhookEndpoint).where(at(tenantId, id)).for('no key update')
  if (!row) throw new Refusal('ERR_NO_WEBHOOK_FOUND')
  return row
}

const toEndpoint = (row: Row, waiting: number, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  channelIds: row.connections as WebhookEndpoint['channelIds'],
  queueIds: row.queues as WebhookEndpoint['queueIds'],
  state: row.state,
  disabledReason: row.disabledReason,
  rotationUntil: row.formerUntil !== null && row.formerUntil > now ? row.formerUntil.toISOString() : null,
  failingSince: row.failingSince?.toISOString() ?? null,
  last:
    row.lastAt && row.lastOutcome
      ? { at: row.lastAt.toISOString(), outcome: row.lastOutcome, status: row.lastStatus }
      : null,
  waiting,
  createdAt: row.createdAt.toISOString(),
})
