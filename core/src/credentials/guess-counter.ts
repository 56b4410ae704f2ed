import { Refusal, type ErrorCode } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { guessCount } from '../tables/guess-counter.table.ts'
import { guessDelaySeconds } from './guess-delay.ts'

/** Target of guesses: a code of the second factor, or the password of an open session. */
export type GuessTarget = 'secondFactor' | 'password'

interface Owner {
  readonly tenantId: string
  readonly userId: string
}

/** A guess that counts as wrong until it is withdrawn. */
interface Guess {
  withdraw(): Promise<void>
}

/** Far above what changes the delay; keeps the column from overflowing. */
const mostCounted = 1_000

/**
 * Counts the wrong guesses at an account by user and target, in the database: all nodes count together, and a restart
 * keeps the counts. The wait grows with every wrong guess up to an hour. Only a completed sign-in sets the count back.
 *
 * A guess requires the password or a live session first: a stranger who knows no more than an e-mail address cannot
 * make its owner wait.
 */
export class GuessCounter {
  readonly #db: Database
  readonly #clock: Clock
  constructor(options: { db: Database; clock: Clock }) {
    this.#db = options.db
    this.#clock = options.clock
  }

  /**
   * Runs `prove`, which refuses with `wrong` for a wrong guess. Any other result is not counted.
   * @throws Refusal ERR_TOO_MANY_REQUESTS while a delay runs, and what `prove` throws
   */
  async prove<T>(owner: Owner, target: GuessTarget, wrong: ErrorCode, prove: () => Promise<T>): Promise<T> {
    const guess = await this.#begin(owner, target)
    try {
      const proved = await prove()
      await guess.withdraw()
      return proved
    } catch (error) {
      if (Refusal.is(error) && error.code !== wrong) await guess.withdraw()
      throw error
    }
  }

  /** In the transaction that completes a sign-in, and nowhere else. */
  async reset(tx: Tx, { tenantId, userId }: Owner): Promise<void> {
    await tx.delete(guessCount).where(and(eq(guessCount.tenantId, tenantId), eq(guessCount.userId, userId)))
  }

  /** Counts a guess as wrong from its start, so that parallel ones gain nothing. The row is held meanwhile. */
  async #begin({ tenantId, userId }: Owner, target: GuessTarget): Promise<Guess> {
    const now = this.#clock.now()
    const own = and(eq(guessCount.tenantId, tenantId), eq(guessCount.userId, userId), eq(guessCount.target, target))
    const before = await this.#db.tenant(tenantId, async (tx) => {
      const none = { failures: 0, lastFailedAt: new Date(0) }
      await tx
        .insert(guessCount)
        .values({ tenantId, userId, target, ...none })
        .onConflictDoNothing()
      const [known] = await tx.select().from(guessCount).where(own).for('update')
      const { failures, lastFailedAt } = known ?? none
      const delay = guessDelaySeconds(failures)
      const wait = delay === 0 ? 0 : lastFailedAt.getTime() + delay * 1_000 - now.getTime()
      if (wait > 0) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(wait / 1_000) })
      await tx
        .update(guessCount)
        .set({ failures: Math.min(failures + 1, mostCounted), lastFailedAt: now })
        .where(own)
      return lastFailedAt
    })
    return {
      withdraw: async () => {
        const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
        const last = guessCount.lastFailedAt
        await this.#db.tenant(tenantId, (tx) =>
          tx
            .update(guessCount)
            .set({
              failures: sql`greatest(${guessCount.failures} - 1, 0)`,
              lastFailedAt: sql`case when ${last} = ${instant(now)} then ${instant(before)} else ${last} end`,
            })
            .where(own),
        )
      },
    }
  }
}
