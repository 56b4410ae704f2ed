import type { EventEnvelope } from '@recado/contracts'
import type { Delivery, EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import { createTenantBatcher } from '../base/tenant-batcher.ts'
import type { Database } from '../db/database.ts'
import {
  contactFacts,
  messageFacts,
  ticketFacts,
  toWebhookContact,
  toWebhookMessage,
  toWebhookTicket,
} from './webhook-facts.ts'
import { toldBy, toldEvents, type WebhookFacts } from './webhook-occurrences.ts'
import { announceWebhooks, queueWebhooks, type QueuedWebhook } from './webhook-queue.ts'

interface EndpointRow {
  readonly id: string
  readonly types: string[]
  readonly connections: string[]
  readonly queues: string[]
}

export interface WebhookIntakeDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
}

/**
 * Turns events of the bus into deliveries, in the transaction that marks the event as handled: each endpoint that
 * wants it is told once. The body is written here and stays the same over all attempts.
 */
export class WebhookIntake {
  readonly #deps: WebhookIntakeDeps
  readonly #endpointsOf: (tenantId: string, types: readonly string[]) => Promise<readonly EndpointRow[]>
  #subscription: { close(): Promise<void> } | undefined

  constructor(deps: WebhookIntakeDeps) {
    this.#deps = deps
    this.#endpointsOf = endpointReader(deps.db)
  }

  async start(): Promise<void> {
    this.#subscription = await this.#deps.bus.subscribe({
      name: 'core.webhooks',
      names: toldEvents,
      handler: (event, delivery) => this.#handle(event, delivery),
    })
  }

  async close(): Promise<void> {
    await this.#subscription?.close()
  }

  async #handle(event: EventEnvelope, { once }: Delivery): Promise<void> {
    const { db, bus, clock } = this.#deps
    const { tenantId } = event
    const { subject, occurrences } = toldBy(event)
    if (occurrences.length === 0) return
    const endpoints = await this.#endpointsOf(
      tenantId,
      occurrences.map(({ type }) => type),
    )
    if (endpoints.length === 0) return
    const [[ticket], [contact], [message], [connection]] = await db.read(tenantId, (sql) => [
      ticketFacts(sql, tenantId, subject.ticketId ?? null),
      contactFacts(sql, tenantId, subject.contactId ?? null),
      messageFacts(sql, tenantId, subject.messageId ?? null),
      sql<{ name: string; type: string }>`
        select k.name, k.type from core.connection k
         where k.tenant_id = ${tenantId} and k.id = ${subject.connectionId ?? null}::uuid`,
    ])
    const facts: WebhookFacts = {
      ticket: ticket && toWebhookTicket(ticket),
      contact: contact && toWebhookContact(contact),
      message: message && toWebhookMessage(message),
      connection,
    }
    const queued = occurrences.flatMap(({ type, data: dataOf }): QueuedWebhook[] => {
      const data = dataOf(facts)
      if (!data) return []
      const queueId = ('ticket' in data ? data.ticket : facts.ticket)?.queueId
      const place = { connectionId: subject.connectionId, queueId }
      const body = JSON.stringify({ type, timestamp: event.at, data })
      return endpoints
        .filter((endpoint) => endpoint.types.includes(type) && concerns(endpoint, place))
        .map(({ id }) => ({ endpointId: id, cause: `${event.id} ${type}`, type, lane: event.key, body }))
    })
    if (queued.length === 0) return
    if (await once(async (tx) => void (await queueWebhooks(tx, tenantId, queued, clock.now())))) announceWebhooks(bus)
  }
}

/**
 * Reads the endpoints that want one of these types. Most companies have none, and events come many at a time: they ask
 * together, and only what somebody wants is read any further.
 */
const endpointReader = (db: Database): ((tenantId: string, types: readonly string[]) => Promise<EndpointRow[]>) =>
  createTenantBatcher<readonly string[], EndpointRow[]>('webhook endpoints', async (tenantId, asked) => {
    const [rows] = await db.read(tenantId, (sql) => [
      sql<EndpointRow>`
        select e.id, e.types, e.connections, e.queues from core.webhook_endpoint e
         where e.tenant_id = ${tenantId} and e.plugin is null and e.state = 'active'`,
    ])
    return asked.map((types) => rows.filter((endpoint) => types.some((type) => endpoint.types.includes(type))))
  })

/** Where something happened; undefined where it has no such place, so that no filter applies. */
interface Place {
  readonly connectionId: string | undefined
  readonly queueId: string | null | undefined
}

const concerns = ({ connections, queues }: EndpointRow, { connectionId, queueId }: Place): boolean =>
  (connections.length === 0 || connectionId === undefined || connections.includes(connectionId)) &&
  (queues.length === 0 || queueId === undefined || (queueId !== null && queues.includes(queueId)))
