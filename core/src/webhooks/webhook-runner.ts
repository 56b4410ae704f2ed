import type { Logger } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import { outcomesWithinMs, within, workEndsWithinMs } from '../base/closing.ts'
import { Recurring } from '../base/recurring.ts'
import type { Database } from '../db/database.ts'
import { outlast } from '../db/database-down.ts'
import type { Vault } from '../vault/vault.ts'
import { onWebhooks } from './webhook-queue.ts'
import type { WebhookResult, WebhookSender } from './webhook-sender.ts'
import { signingSecrets, type EndpointSecrets } from './webhook-secrets.ts'
import { settleWebhook, type EndpointNotices, type LeasedWebhook } from './webhook-settling.ts'

/** Requests of a node at once, and over all nodes of a company and of an endpoint; of one that fails it is one. */
const limits = { node: 64, company: 16, endpoint: 4 } as const
/** Longer than a request and the writing of its outcome may take. */
const leaseSeconds = 60
/** Rests while nothing is due: as long as the word of what was queued arrives, and while it may be lost. */
const restMs = 5_000
const restUnheardMs = 1_000
const shortestRestMs = 20
/** Deliveries that are done, with their attempts. */
const keptMs = 30 * 86_400_000
const expiredAtOnce = 1_000

export interface WebhookRunnerDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly vault: Pick<Vault, 'keyOf'>
  readonly sender: WebhookSender
  readonly notices: EndpointNotices
  readonly clock: Clock
  readonly node: string
  readonly log: Logger
  readonly random?: () => number
}

interface ContentRow extends EndpointSecrets {
  readonly url: string
  readonly body: string
}

/** The single row of a claim that got nothing: when the next delivery is due. */
interface NothingClaimed {
  readonly id: null
  readonly next_at: Date | null
}

/**
 * Delivers what waits. Every node claims with a lease; what a node that died had claimed goes out again, under the same
 * id, when its lease is over. Companies and endpoints take turns, so that a slow receiver has its own places and no
 * others (decision 176).
 */
export class WebhookRunner {
  readonly #deps: WebhookRunnerDeps
  readonly #polling: Recurring
  readonly #running = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  readonly #givenUp = new AbortController()
  #dueAt = Number.NEGATIVE_INFINITY
  #draining = false
  #leave: (() => void) | undefined

  constructor(deps: WebhookRunnerDeps) {
    this.#deps = deps
    this.#polling = new Recurring({
      name: 'webhooks',
      everyMs: () => this.#restMs(),
      log: deps.log,
      run: () => this.#claim(),
    })
  }

  start(): void {
    this.#leave = onWebhooks(this.#deps.bus, () => this.#look())
    this.#polling.start()
    this.#look()
  }

  /** Lets requests under way end, interrupts them after a grace, and writes what came of them. */
  async close(): Promise<void> {
    this.#draining = true
    this.#leave?.()
    const ended = (async () => {
      await this.#polling.stop()
      await Promise.allSettled(this.#running)
    })()
    await within(ended, workEndsWithinMs)
    this.#closing.abort()
    await within(ended, outcomesWithinMs)
    this.#givenUp.abort()
  }

  /** Deletes what is older than a month and done. Any number of nodes may sweep. */
  async sweep(): Promise<void> {
    const before = new Date(this.#deps.clock.now().getTime() - keptMs).toISOString()
    for (let gone = expiredAtOnce; gone === expiredAtOnce;) {
      const [row] = await this.#deps.db.raw<
        { count: number }[]
      >`select core.expire_webhooks(${before}::timestamptz, ${expiredAtOnce}) as count`
      gone = row!.count
    }
  }

  #look(): void {
    if (!this.#draining) void this.#polling.now()
  }

  #restMs(): number {
    const longest = this.#deps.bus.isConnected() ? restMs : restUnheardMs
    return Math.min(longest, Math.max(shortestRestMs, this.#dueAt - this.#deps.clock.now().getTime()))
  }

  async #claim(): Promise<void> {
    const { db, clock, node } = this.#deps
    this.#dueAt = Number.POSITIVE_INFINITY
    while (!this.#draining) {
      const free = limits.node - this.#running.size
      if (free <= 0) return
      const now = clock.now().toISOString()
      const claimed = await db.raw<(LeasedWebhook | NothingClaimed)[]>`
        select claimed.*, case when claimed.id is null then core.next_webhook() end as next_at
          from (select) once
          left join core.claim_webhooks(${node}, ${now}::timestamptz, make_interval(secs => ${leaseSeconds}), ${free},
                  ${limits.endpoint}, ${limits.company}) claimed on true`
      for (const row of claimed) {
        if (row.id === null) {
          if (row.next_at) this.#dueAt = row.next_at.getTime()
          return
        }
        const work = this.#deliver(row).catch((error: unknown) =>
          this.#deps.log.error(
            { err: error, tenant: row.tenant_id, webhook: row.id },
            'what came of a webhook could not be written; it goes out again when its lease is over',
          ),
        )
        const tracked = work.finally(() => {
          this.#running.delete(tracked)
          this.#look()
        })
        this.#running.add(tracked)
      }
    }
  }

  async #deliver(row: LeasedWebhook): Promise<void> {
    const result = await this.#attempt(row)
    if (!result) return
    const { db, clock, notices, node, random = Math.random } = this.#deps
    await outlast(
      () =>
        db.tenant(row.tenant_id, (tx) =>
          settleWebhook(tx, { row, result, node, now: clock.now(), random: random(), notices }),
        ),
      this.#givenUp.signal,
    )
  }

  /** Undefined for what was deleted or taken over meanwhile. */
  async #attempt(row: LeasedWebhook): Promise<WebhookResult | undefined> {
    const { db, vault, sender, node, clock } = this.#deps
    const { tenant_id: tenantId, id, endpoint_id: endpointId } = row
    const [[content]] = await db.read(tenantId, (query) => [
      query<ContentRow>`
        select e.url, d.body, e.secret, e.former_secret as "formerSecret", e.former_until as "formerUntil"
          from core.webhook_delivery d
          join core.webhook_endpoint e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
         where d.tenant_id = ${tenantId}
           and d.id = ${id}
           and d.state = 'leased'
           and d.leased_by = ${node}
           and d.attempt = ${row.attempt}`,
    ])
    if (!content) return undefined
    const secrets = await signingSecrets(vault, tenantId, endpointId, content, clock.now())
    return sender.send({ id, url: content.url, body: content.body, secrets }, this.#closing.signal)
  }
}
