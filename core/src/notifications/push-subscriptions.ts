import { createHash } from 'node:crypto'
import { PushTarget, type Viewer } from '@recado/contracts'
import { and, desc, eq, inArray, notInArray, or } from 'drizzle-orm'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { derivedKey } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed.ts'
import { pushSubscription } from '../tables/push-subscription.table.ts'

/** Browsers of one user that get notifications; one more takes the place of the oldest. */
export const subscriptionsPerUser = 10

/** A company has a browser more that gets notifications. */
const registeredTopic = 'push.registered'
/** Every message asks whether a company has any. A lost word of the first one matters for at most this long. */
const cacheMs = 30_000

/** A browser with a subscription, before it is checked whether it may still be notified. */
export interface Subscribed {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
}

/**
 * Browsers' push subscriptions. Each belongs to one session; its endpoint and keys are as good as a secret and kept
 * sealed.
 */
export class PushSubscriptions {
  readonly #db: Database
  readonly #key: Buffer
  readonly #bus: Pick<EventBus, 'emit'>
  readonly #companies = new BriefCache<boolean>(cacheMs)

  constructor({
    db,
    secret,
    bus,
  }: {
    readonly db: Database
    readonly secret: string
    readonly bus: Pick<EventBus, 'emit' | 'on'>
  }) {
    this.#db = db
    this.#key = derivedKey(secret, 'push subscriptions v1')
    this.#bus = bus
    bus.on(registeredTopic, (data) => this.#companies.forget(data as string))
  }

  /** Whether a company has any browser to notify; for a moment after its last one is gone the answer is still yes. */
  anyOf(tenantId: string): Promise<boolean> {
    return this.#companies.get(tenantId, async () => {
      const [[row]] = await this.#db.read(tenantId, (sql) => [
        sql<{ any: boolean }>`select exists (select from core.push_subscription where tenant_id = ${tenantId}) as any`,
      ])
      return row!.any
    })
  }

  /** The browser of this session, in place of what it was reached by before. */
  async register(
    { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
    sessionId: string,
    target: PushTarget,
  ): Promise<void> {
    const id = newId()
    const endpointHash = createHash('sha256').update(target.endpoint).digest()
    const sealed = seal(this.#key, Buffer.from(JSON.stringify(target)), placeOf(tenantId, id))
    await this.#db.tenant(tenantId, async (tx) => {
      await tx
        .delete(pushSubscription)
        .where(
          and(
            eq(pushSubscription.tenantId, tenantId),
            or(eq(pushSubscription.sessionId, sessionId), eq(pushSubscription.endpointHash, endpointHash)),
          ),
        )
      const own = and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.userId, userId))
      const kept = tx
        .select({ id: pushSubscription.id })
        .from(pushSubscription)
        .where(own)
        .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id))
        .limit(subscriptionsPerUser - 1)
      await tx.delete(pushSubscription).where(and(own, notInArray(pushSubscription.id, kept)))
      // Of two requests of one page at once, either may stay.
      await tx
        .insert(pushSubscription)
        .values({ id, tenantId, userId, sessionId, endpointHash, sealed })
        .onConflictDoNothing()
    })
    this.#companies.forget(tenantId)
    this.#bus.emit(registeredTopic, tenantId)
  }

  /** The browser of this session gets no more notifications. */
  async remove({ tenantId }: Pick<Viewer, 'tenantId'>, sessionId: string): Promise<void> {
    await this.#db.tenant(tenantId, (tx) =>
      tx
        .delete(pushSubscription)
        .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.sessionId, sessionId))),
    )
  }

  /** Deletes subscriptions that do not exist any more. */
  async forget(tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await this.#db.tenant(tenantId, (tx) =>
        tx
          .delete(pushSubscription)
          .where(and(eq(pushSubscription.tenantId, tenantId), inArray(pushSubscription.id, [...ids]))),
      )
  }

  async ofSession(tenantId: string, sessionId: string): Promise<Subscribed | undefined> {
    const [[row]] = await this.#db.read(tenantId, (sql) => [
      sql<Subscribed>`
        select id, user_id as "userId", session_id as "sessionId"
          from core.push_subscription
         where tenant_id = ${tenantId} and session_id = ${sessionId}`,
    ])
    return row
  }

  /** With where it is reached; undefined once it is gone. */
  async open(tenantId: string, id: string): Promise<(Subscribed & { readonly target: PushTarget }) | undefined> {
    const [[row]] = await this.#db.read(tenantId, (sql) => [
      sql<Subscribed & { sealed: Buffer }>`
        select id, user_id as "userId", session_id as "sessionId", sealed
          from core.push_subscription
         where tenant_id = ${tenantId} and id = ${id}`,
    ])
    if (!row) return undefined
    const { sealed, ...subscribed } = row
    return {
      ...subscribed,
      target: PushTarget.parse(JSON.parse(unseal(this.#key, sealed, placeOf(tenantId, id)).toString())),
    }
  }
}

const placeOf = (tenantId: string, id: string): readonly string[] => ['core.push_subscription', tenantId, id]
