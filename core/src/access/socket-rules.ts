import { Refusal } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { SocketStanding } from '../realtime/socket-standing.ts'
import type { AccessService } from './access.service.ts'
import type { EntryRules } from './entry-rules.ts'
import { hoursChangeAt, isWithinHours } from '../credentials/login-hours.ts'
import type { LiveSession } from '../http/live-session.ts'

/** Time before the end of their hours at which users are warned. Milliseconds. */
export const warnBeforeMs = 5 * 60_000
/** Interval of recording the users with open pages. Milliseconds. */
const touchEveryMs = 60_000

export interface SocketRulesOptions {
  readonly access: AccessService
  readonly entry: EntryRules
  readonly clock: Clock
}

/** Rules of sockets: the rules of requests, checked periodically, because a socket outlives them. */
export class SocketRules {
  readonly #options: SocketRulesOptions
  #touchedAt = 0
  constructor(options: SocketRulesOptions) {
    this.#options = options
  }

  /** @throws Refusal as a request would be refused */
  async authenticate(token: string, sessionId: string): Promise<LiveSession> {
    const { access, entry } = this.#options
    const session = await access.authenticateToken(token, sessionId)
    await entry.requireSettled(session)
    return session
  }

  /** Current state of the sessions of open sockets. Records once a minute that their pages are open. */
  async review(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SocketStanding>> {
    const verdicts = await this.#options.access.sessions.review(sessionIds)
    const standings = await Promise.all(
      [...verdicts].map(
        async ([sessionId, verdict]) =>
          [sessionId, typeof verdict === 'string' ? { code: verdict } : await this.#standingOf(verdict)] as const,
      ),
    )
    const live = standings.filter(([, standing]) => !('code' in standing)).map(([sessionId]) => sessionId)
    if (performance.now() - this.#touchedAt > touchEveryMs) {
      this.#touchedAt = performance.now()
      await this.#options.access.sessions.touch(live)
    }
    return new Map(standings)
  }

  async #standingOf(session: LiveSession): Promise<SocketStanding> {
    const {
      viewer,
      standing: { loginHours, timeZone },
    } = session
    try {
      await this.#options.entry.requireSettled(session)
    } catch (error) {
      if (Refusal.is(error)) return { code: error.code }
      throw error
    }
    const now = this.#options.clock.now()
    const hours = { role: viewer.role, loginHours, timeZone }
    // When they end is worth finding out only once it is near.
    const isNear = !isWithinHours(hours, new Date(now.getTime() + warnBeforeMs))
    return { viewer, endsAt: isNear ? hoursChangeAt(hours, now) : null }
  }
}
