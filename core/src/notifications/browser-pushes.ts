import type { Logger, PushPayload } from '@recado/contracts'
import type { Sessions } from '../credentials/sessions.ts'
import type { LiveSession } from '../http/live-session.ts'
import type { PushSender } from './push-sender.ts'
import type { PushSubscriptions } from './push-subscriptions.ts'

/** About ten minutes of growing pauses while a push service is out of order. Later pushes then replace it. */
export const pushAttempts = 6
/** Rests that a push service asked for, before it is given up. */
export const mostRests = 5
/** Most browsers that one event or notice wakes, of a company whose whole staff gets everything. */
export const mostReceivers = 2_000

export interface BrowserPushesOptions {
  readonly sessions: Pick<Sessions, 'review'>
  readonly subscriptions: PushSubscriptions
  readonly sender: PushSender
  readonly log: Logger
}

/** One push to one browser. */
export interface BrowserPush {
  readonly tenantId: string
  readonly subscriptionId: string
  /** At most 32 characters: a later push of the same topic replaces one that waits at the push service. */
  readonly topic: string
  /** What this user is told now; undefined when there is nothing to tell them. */
  payloadFor(session: LiveSession): Promise<PushPayload | undefined>
}

/** Sends what waits for a browser, if its session is still good, and forgets browsers that are gone. */
export class BrowserPushes {
  readonly #options: BrowserPushesOptions
  constructor(options: BrowserPushesOptions) {
    this.#options = options
  }

  /**
   * Answers after how many milliseconds the push service wants to be asked again, or undefined.
   * @throws TypeError when the push service cannot be reached
   */
  async deliver({ tenantId, subscriptionId, topic, payloadFor }: BrowserPush): Promise<number | undefined> {
    const { sessions, subscriptions, sender, log } = this.#options
    const subscribed = await subscriptions.open(tenantId, subscriptionId)
    if (!subscribed) return undefined
    const session = (await sessions.review([subscribed.sessionId])).get(subscribed.sessionId)
    if (session === undefined || typeof session === 'string') {
      // Out of their hours somebody is only away; in all other cases the session is over, and the browser's right with
      // it.
      if (session !== 'ERR_LOGIN_HOURS_RESTRICTED') await subscriptions.forget(tenantId, [subscriptionId])
      return undefined
    }
    const payload = await payloadFor(session)
    if (!payload) return undefined
    const outcome = await sender.send(subscribed.target, payload, topic)
    if (outcome.kind === 'later') return outcome.afterMs
    if (outcome.kind === 'gone') await subscriptions.forget(tenantId, [subscriptionId])
    else if (outcome.kind === 'refused')
      log.warn({ tenantId, status: outcome.status }, 'a push service refused a notification')
    return undefined
  }
}
