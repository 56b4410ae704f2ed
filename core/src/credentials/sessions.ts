import { Refusal, type ErrorCode, type Logger, type Viewer } from '@recado/contracts'
import { and, desc, eq, gt, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { settingChangedTopic } from '../topics/settings.ts'
import { tenantChangedTopic } from '../topics/tenants.ts'
import { userAccount } from '../tables/user.table.ts'
import { isWithinHours } from './login-hours.ts'
import type { Permissions } from './permissions.ts'
import type { RefreshCredential, RefreshCredentials } from './refresh-credential.ts'
import { viewerOfRow, type SessionRow } from './session-row.ts'
import { session } from '../tables/session.table.ts'
import type { SignIn, SignInOrigin } from './sign-in.ts'
import {
  sessionConfirmedTopic,
  sessionEndedTopic,
  userChangedTopic,
  type SessionConfirmedNotice,
  type SessionEndedNotice,
  type UserChangedNotice,
} from '../topics/access.ts'
import type { LiveSession, Standing } from '../http/live-session.ts'

/**
 * A working day with its breaks and overtime fits in; a machine left behind in the evening is signed out by morning.
 * Companies may set less or more.
 */
export const idleSeconds = 12 * 60 * 60
/** However busy, a session is proved again once a week. */
export const absoluteSeconds = 7 * 24 * 60 * 60
/**
 * Seconds for which the replaced credential may repeat its refresh: for tabs that refresh at once, and for a lost
 * answer.
 */
export const graceSeconds = 10

/** Codes with which a session can end; stored as its reason. */
export type EndCode = Extract<
  ErrorCode,
  | 'ERR_SESSION_ENDED'
  | 'ERR_SESSION_OTHER_DEVICE'
  | 'ERR_USER_INACTIVE'
  | 'ERR_USER_DELETED'
  | 'ERR_LOGIN_HOURS_RESTRICTED'
>
const endCodes: readonly EndCode[] = [
  'ERR_SESSION_OTHER_DEVICE',
  'ERR_USER_INACTIVE',
  'ERR_USER_DELETED',
  'ERR_LOGIN_HOURS_RESTRICTED',
]

export interface SessionsOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly clock: Clock
  readonly permissions: Permissions
  readonly settings: Pick<SettingsService, 'get'>
  readonly credentials: RefreshCredentials
  /** The site whose passkeys count as a second factor; of any site when absent. */
  readonly site?: string | undefined
  readonly log: Logger
}

/**
 * Sessions: one row per login, asked about on every request. A user has as many as the company allows, one at first;
 * signing in once more ends the oldest (reading 20). Answers are kept for a second at most and dropped on every node
 * when a session ends, or a user or a company changes.
 */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #known = new BriefCache<SessionRow | undefined>()
  readonly #leave: readonly (() => void)[]

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#leave = [
      options.bus.on(sessionEndedTopic, (data) => this.#known.forget((data as SessionEndedNotice).sessionId)),
      options.bus.on(sessionConfirmedTopic, (data) => this.#known.forget((data as SessionConfirmedNotice).sessionId)),
      options.bus.on(userChangedTopic, () => this.#known.clear()),
      options.bus.on(tenantChangedTopic, () => this.#known.clear()),
      options.bus.on(settingChangedTopic, () => this.#known.clear()),
    ]
  }

  /**
   * Refuses with 401 and the reason when the session is over or unknown, its user or company is switched off, or it is
   * out of the user's hours.
   */
  async live(sessionId: string): Promise<LiveSession> {
    const verdict = this.#judge(await this.#known.get(sessionId, async (id) => (await this.#rows([id]))[0]))
    if (typeof verdict === 'string') throw new Refusal(verdict)
    return verdict
  }

  /**
   * Current state of sessions: live, or the code with which they ended. For sockets, which outlive the request that
   * opened them.
   */
  async review(sessionIds: readonly string[]): Promise<ReadonlyMap<string, LiveSession | EndCode>> {
    const rows = new Map(
      (sessionIds.length > 0 ? await this.#rows(sessionIds) : []).map((row) => [row.session_id, row]),
    )
    return new Map(sessionIds.map((sessionId) => [sessionId, this.#judge(rows.get(sessionId))]))
  }

  /**
   * Opens a session and ends those of the user's that are one too many, the oldest first, in the transaction of the
   * login. The caller must hold the user's row, so that logins at once do not all stay. Call {@link announceEnd} with
   * `ended` after the commit.
   */
  async begin(
    tx: Tx,
    user: Pick<SignIn, 'tenantId' | 'userId' | 'way'>,
    from: SignInOrigin,
  ): Promise<{ sessionId: string; credential: RefreshCredential; ended: readonly string[] }> {
    const sessionId: string = newId()
    const credential = this.#options.credentials.create(sessionId)
    const others = (await this.#options.settings.get(user.tenantId, 'sessionsPerUser')) - 1
    const own = and(eq(session.tenantId, user.tenantId), eq(session.userId, user.userId), isNull(session.endedAt))
    const latest = tx
      .select({ id: session.id })
      .from(session)
      .where(own)
      .orderBy(desc(session.createdAt), desc(session.id))
      .limit(others)
    const ended = (
      await tx
        .update(session)
        .set({ endedAt: sql`now()`, endReason: 'ERR_SESSION_OTHER_DEVICE' satisfies EndCode })
        .where(and(own, notInArray(session.id, latest)))
        .returning({ id: session.id })
    ).map((row) => row.id)
    await tx.insert(session).values({
      id: sessionId,
      tenantId: user.tenantId,
      userId: user.userId,
      way: user.way,
      refreshHash: credential.hash,
      ip: from.ip,
      userAgent: from.userAgent?.slice(0, 300) ?? null,
      expiresAt: sql`now() + make_interval(secs => ${absoluteSeconds})`,
    })
    await audit(tx, {
      tenantId: user.tenantId,
      userId: user.userId,
      action: 'session.begin',
      subject: sessionId,
      facts: { ip: from.ip, way: user.way, ended: ended.length },
    })
    return { sessionId, credential, ended }
  }

  /**
   * Replaces a refresh credential by its successor. The one just replaced gets the same successor again for a short
   * while; an older one was stolen or copied, and ends the session. Refuses like {@link live}.
   */
  async rotate(
    credential: RefreshCredential,
  ): Promise<{ viewer: Viewer; successor: RefreshCredential; secondsLeft: number }> {
    const { sessionId } = credential
    this.#known.forget(sessionId)
    const { viewer } = await this.live(sessionId)
    const successor = this.#options.credentials.successor(credential)
    const own = and(eq(session.tenantId, viewer.tenantId), eq(session.id, sessionId), isNull(session.endedAt))
    const secondsLeft = sql<number>`greatest(0, extract(epoch from ${session.expiresAt} - now()))::integer`
    const outcome = await this.#options.db.tenant(viewer.tenantId, async (tx) => {
      const [rotated] = await tx
        .update(session)
        .set({
          previousRefreshHash: credential.hash,
          refreshHash: successor.hash,
          rotatedAt: sql`now()`,
          lastSeenAt: sql`now()`,
          connectedAt: sql`now()`,
        })
        .where(and(own, eq(session.refreshHash, credential.hash)))
        .returning({ secondsLeft })
      if (rotated) return rotated
      const [repeated] = await tx
        .select({ secondsLeft })
        .from(session)
        .where(
          and(
            own,
            eq(session.previousRefreshHash, credential.hash),
            eq(session.refreshHash, successor.hash),
            gt(session.rotatedAt, sql`now() - make_interval(secs => ${graceSeconds})`),
          ),
        )
      if (repeated) return repeated
      await tx
        .update(session)
        .set({ endedAt: sql`now()`, endReason: 'ERR_SESSION_ENDED' })
        .where(own)
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'session.replay',
        subject: sessionId,
      })
      return undefined
    })
    if (outcome) return { viewer, successor, secondsLeft: outcome.secondsLeft }
    this.#options.log.warn(
      { tenantId: viewer.tenantId, userId: viewer.userId, sessionId },
      'a replaced refresh credential was used again; the session is ended',
    )
    this.announceEnd([sessionId], 'ERR_SESSION_ENDED')
    throw new Refusal('ERR_SESSION_ENDED')
  }

  /**
   * Ends sessions of a user in the transaction of what ends them, all of them, one, or all but one, and says in it that
   * the user is away once none is left. `by` is who did it, where that is not the user. Call {@link announceEnd} with
   * the answer after the commit.
   */
  async endIn(
    tx: Tx,
    user: { tenantId: string; userId: string },
    reason: EndCode,
    { only, except, by = user.userId }: { only?: string | undefined; except?: string | undefined; by?: string } = {},
  ): Promise<readonly string[]> {
    const own = and(eq(session.tenantId, user.tenantId), eq(session.userId, user.userId), isNull(session.endedAt))
    const ended = (
      await tx
        .update(session)
        .set({ endedAt: sql`now()`, endReason: reason })
        .where(
          and(
            own,
            only === undefined ? undefined : eq(session.id, only),
            except === undefined ? undefined : ne(session.id, except),
          ),
        )
        .returning({ id: session.id })
    ).map((row) => row.id)
    const [left] = await tx.select({ id: session.id }).from(session).where(own).limit(1)
    if (!left)
      await tx
        .update(userAccount)
        .set({ isOnline: false })
        .where(and(eq(userAccount.tenantId, user.tenantId), eq(userAccount.id, user.userId)))
    for (const subject of ended)
      await audit(tx, {
        tenantId: user.tenantId,
        userId: by,
        action: 'session.end',
        subject,
        facts: { reason, ofUser: user.userId },
      })
    return ended
  }

  /** Sessions whose pages are open, for counting who is connected. Nobody stays signed in by it. */
  async touch(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) await this.#options.db.raw`select core.touch_sessions(${sessionIds as string[]}::uuid[])`
  }

  /** The user of a session has just shown again who they are; for routes that ask for it. */
  async confirm(user: { tenantId: string; userId: string }, sessionId: string): Promise<void> {
    await this.#options.db.tenant(user.tenantId, async (tx) => {
      await tx
        .update(session)
        .set({ confirmedAt: sql`now()` })
        .where(
          and(
            eq(session.tenantId, user.tenantId),
            eq(session.userId, user.userId),
            eq(session.id, sessionId),
            isNull(session.endedAt),
          ),
        )
      await audit(tx, { tenantId: user.tenantId, userId: user.userId, action: 'session.confirm', subject: sessionId })
    })
    this.#known.forget(sessionId)
    this.#options.bus.emit(sessionConfirmedTopic, { sessionId } satisfies SessionConfirmedNotice)
  }

  /** A user changed: every node asks again, this one at once. Call it after the commit. */
  announceChange({ tenantId, userId }: { tenantId: string; userId: string }): void {
    this.#known.clear()
    this.#options.bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
  }

  /** Notifies every node, this one at once. Call it after the commit that ended them. */
  announceEnd(sessionIds: readonly string[], code: ErrorCode): void {
    for (const sessionId of sessionIds) {
      this.#known.forget(sessionId)
      this.#options.bus.emit(sessionEndedTopic, { sessionId, code } satisfies SessionEndedNotice)
    }
  }

  close(): void {
    for (const leave of this.#leave) leave()
  }

  #rows(sessionIds: readonly string[]): Promise<SessionRow[]> {
    return this.#options.db.raw<SessionRow[]>`
      select *
        from core.find_sessions(${sessionIds as string[]}::uuid[], ${idleSeconds}, ${this.#options.site ?? null})`
  }

  #judge(row: SessionRow | undefined): LiveSession | EndCode {
    if (!row) return 'ERR_SESSION_ENDED'
    if (row.deleted) return 'ERR_USER_DELETED'
    if (row.over) return endCodes.find((code) => code === row.end_reason) ?? 'ERR_SESSION_ENDED'
    if (!row.active) return 'ERR_USER_INACTIVE'
    if (
      !isWithinHours(
        { role: row.profile, loginHours: row.login_hours, timeZone: row.time_zone },
        this.#options.clock.now(),
      )
    )
      return 'ERR_LOGIN_HOURS_RESTRICTED'
    const standing: Standing = {
      consentVersion: row.consent_version,
      confirmedAt: new Date(row.confirmed_at),
      blocked: row.blocked,
      mustEnrol: row.must_enrol,
      loginHours: row.login_hours,
      timeZone: row.time_zone,
    }
    return { sessionId: row.session_id, viewer: viewerOfRow(row, this.#options.permissions), standing }
  }
}
