import { Refusal, type RateClass } from '@recado/contracts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Keys of the counters. `connection`: the connection that strangers name, or the company's public address where they
 * name that. `program`: the token, so that a program uses none of its maker's budget. `account` is the
 * account of a sign-in attempt; access counts it, the gate does not have it.
 */
export interface RateKeys {
  readonly ip?: string
  readonly user?: string
  readonly program?: string
  readonly tenant?: string
  readonly connection?: string
  readonly account?: string
}
export type RateBudget = { readonly points: number; readonly seconds: number }
export type RateBudgets = Record<RateClass, Partial<Record<keyof RateKeys, RateBudget>>>

const perMinute = (points: number): RateBudget => ({ points, seconds: 60 })

/**
 * Requests per key and window. An office shares one address, so budgets per address leave room for hundreds of agents;
 * what one agent or one company may cost is limited by the user and tenant budgets.
 */
export const defaultBudgets: RateBudgets = {
  // A busy agent's shell makes some 30 reads a minute; ten times that is a fast hand, forty times a broken script.
  read: { ip: perMinute(12_000), user: perMinute(1_200), program: perMinute(1_200), tenant: perMinute(30_000) },
  write: { ip: perMinute(6_000), user: perMinute(300), program: perMinute(600), tenant: perMinute(12_000) },
  // Search costs the database more than anything else an agent can ask for.
  search: { ip: perMinute(2_400), user: perMinute(120), program: perMinute(120), tenant: perMinute(3_000) },
  upload: { ip: perMinute(1_200), user: perMinute(120), program: perMinute(120), tenant: perMinute(3_000) },
  // A hundred agents behind one address may sign in at eight o'clock; guessing a password is stopped by `account`.
  auth: { ip: perMinute(120), account: { points: 10, seconds: 900 } },
  // Events of a provider are always accepted: refusing them would lose messages or switch the webhook off.
  webhook: {},
  // Visitors of a customer's page: writing, typing marks and reads of one person stay far below.
  visitor: { ip: perMinute(600), connection: perMinute(12_000) },
  // Expensive calls of anonymous visitors. These limits count the bare call, before its body is read; the budgets of
  // each visitor, network and company are in visitor-budgets.ts.
  visitorSession: { ip: perMinute(240), connection: perMinute(6_000) },
  visitorMessage: { ip: perMinute(600), connection: perMinute(12_000) },
  visitorUpload: { ip: perMinute(300), connection: perMinute(3_000) },
  visitorStream: { ip: perMinute(600), connection: perMinute(12_000) },
}

/** What a program may still ask for in the window that runs. */
export interface RateStanding {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /**
   * Counts one request for every key that the class has a budget for. Refuses with ERR_TOO_MANY_REQUESTS and the wait.
   * `tell` hears of the budget of a `program`, also when it is spent.
   */
  take(rateClass: RateClass, keys: RateKeys, tell?: (standing: RateStanding) => void): Promise<void>
}

/**
 * Counters live in this node's memory: a limit is per node, costs no round trip, and cannot fail. A class without
 * budgets is not limited.
 */
export function createRateLimiter(budgets: Partial<RateBudgets> = defaultBudgets): RateLimiter {
  const limiters = new Map(
    Object.entries(budgets).map(([rateClass, kinds]) => [
      rateClass,
      Object.entries(kinds).map(([kind, budget]) => ({
        kind: kind as keyof RateKeys,
        points: budget.points,
        limiter: new RateLimiterMemory({ points: budget.points, duration: budget.seconds }),
      })),
    ]),
  )
  return {
    async take(rateClass, keys, tell) {
      for (const { kind, points, limiter } of limiters.get(rateClass) ?? []) {
        const key = keys[kind]
        if (key === undefined) continue
        try {
          const standing = await limiter.consume(key)
          if (kind === 'program') tell?.(standingOf(points, standing))
        } catch (spent) {
          if (!(spent instanceof RateLimiterRes)) throw spent
          if (kind === 'program') tell?.(standingOf(points, spent))
          throw new Refusal('ERR_TOO_MANY_REQUESTS', {
            retryAfterSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)),
          })
        }
      }
    },
  }
}

const standingOf = (limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): RateStanding => ({
  limit,
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})
