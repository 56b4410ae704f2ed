import { Locale, mint, Refusal, type ErrorCode, type Logger, type QueueId, type Role, type TenantId, type UserId, type Viewer } from '@recado/contracts'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../ids.ts'
import { tenantChangedTopic } from '../tenants/topics.ts'
import type { Permissions, Rights } from './permissions.ts'
import type { RefreshCredential, RefreshCredentials } from './refresh-credential.ts'
import { session } from './session.table.ts'
import type { SignIn, SignInOrigin } from './sign-in.ts'
import { sessionConfirmedTopic, sessionEndedTopic, userChangedTopic, type SessionConfirmedNotice, type SessionEndedNotice } from './topics.ts'

/** A working day with its breaks and overtime fits in; a machine left behind in the evening is signed out by morning. */
export const idleSeconds = 12 * 60 * 60
/** However busy, a session is proved anew once a week. */
export const absoluteSeconds = 7 * 24 * 60 * 60
/** How long the credential that was just replaced may repeat its refresh: tabs that refresh at once, an answer that got lost. */
export const graceSeconds = 10

/** Who is behind a live session, and how they stand. */
export interface LiveSession { readonly sessionId: string; readonly viewer: Viewer; readonly standing: Standing }

/** What is asked about a session beside who it is: see {@link EntryRules}. */
export interface Standing {
  /** The version of the privacy notice that the user accepted last; null for none. */
  readonly consentVersion: number | null
  /** When the user last showed who they are. */
  readonly confirmedAt: Date
  /** The company's licence is blocked. */
  readonly blocked: boolean
  /** As the user's hours are stored; null for who may come at any time. */
  readonly loginHours: unknown
  /** Of the company, IANA. */
  readonly timeZone: string
}

interface SessionRow {
  session_id: string; tenant_id: string; user_id: string; over: boolean; end_reason: string | null; active: boolean; deleted: boolean; blocked: boolean
  name: string; profile: Role; is_master: boolean; is_reseller: boolean; role_permissions: string[] | null; granted: string[]; denied: string[]; locale: string; queue_ids: string[]
  consent_version: number | null; confirmed_at: Date; login_hours: unknown; time_zone: string
}

/** What an ended session may be told; stored as its reason. */
type EndCode = Extract<ErrorCode, 'ERR_SESSION_ENDED' | 'ERR_SESSION_OTHER_DEVICE' | 'ERR_USER_INACTIVE' | 'ERR_USER_DELETED' | 'ERR_LOGIN_HOURS_RESTRICTED'>
const endCodes: readonly string[] = ['ERR_SESSION_OTHER_DEVICE', 'ERR_USER_INACTIVE', 'ERR_USER_DELETED', 'ERR_LOGIN_HOURS_RESTRICTED'] satisfies EndCode[]

export interface SessionsOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly permissions: Permissions
  readonly credentials: RefreshCredentials
  readonly log: Logger
}

/**
 * Sessions: one row per login, asked about on every request. A user has one live session; signing in ends the older
 * (decision 20). Answers are kept for a second at most and dropped on every node when a session ends or a user changes.
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
    ]
  }

  /** Refuses with 401 and the reason when the session is over, unknown, or its user or company is switched off. */
  async live(sessionId: string): Promise<LiveSession> {
    const row = await this.#known.get(sessionId, async (id) => (await this.#rows([id]))[0])
    if (!row) throw new Refusal('ERR_SESSION_ENDED')
    if (row.deleted) throw new Refusal('ERR_USER_DELETED')
    if (row.over) throw new Refusal(endCodes.includes(row.end_reason ?? '') ? (row.end_reason as EndCode) : 'ERR_SESSION_ENDED')
    if (!row.active) throw new Refusal('ERR_USER_INACTIVE')
    return { sessionId, viewer: this.#viewer(row), standing: standingOf(row) }
  }

  /** Those of the sessions that are live, read now; for sockets, which outlive the request that opened them. */
  async liveAmong(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Viewer>> {
    const rows = sessionIds.length > 0 ? await this.#rows(sessionIds) : []
    return new Map(rows.filter((row) => !row.over && row.active && !row.deleted && !row.blocked).map((row) => [row.session_id, this.#viewer(row)]))
  }

  /**
   * Opens a session and ends the user's others, in the transaction of the login. The caller must hold the user's row, so
   * that two logins at once do not both stay. Call {@link announceEnd} with `ended` after the commit.
   */
  async begin(tx: Tx, user: Pick<SignIn, 'tenantId' | 'userId' | 'way'>, from: SignInOrigin): Promise<{ sessionId: string; credential: RefreshCredential; ended: readonly string[] }> {
    const sessionId: string = newId()
    const credential = this.#options.credentials.create(sessionId)
    const ended = (await tx.update(session).set({ endedAt: sql`now()`, endReason: 'ERR_SESSION_OTHER_DEVICE' satisfies EndCode })
      .where(and(eq(session.tenantId, user.tenantId), eq(session.userId, user.userId), isNull(session.endedAt))).returning({ id: session.id })).map((row) => row.id)
    await tx.insert(session).values({
      id: sessionId, tenantId: user.tenantId, userId: user.userId, refreshHash: credential.hash, ip: from.ip, userAgent: from.userAgent?.slice(0, 300) ?? null,
      expiresAt: sql`now() + make_interval(secs => ${absoluteSeconds})`,
    })
    await audit(tx, { tenantId: user.tenantId, userId: user.userId, action: 'session.begin', subject: sessionId, facts: { ip: from.ip, way: user.way, ended: ended.length } })
    return { sessionId, credential, ended }
  }

  /**
   * Replaces a refresh credential by its successor. The one just replaced gets the same successor again for a short
   * while; an older one was stolen or copied, and ends the session. Refuses like {@link live}.
   */
  async rotate(credential: RefreshCredential): Promise<{ viewer: Viewer; successor: RefreshCredential; secondsLeft: number }> {
    const { sessionId } = credential
    this.#known.forget(sessionId)
    const { viewer } = await this.live(sessionId)
    const successor = this.#options.credentials.successor(credential)
    const own = and(eq(session.tenantId, viewer.tenantId), eq(session.id, sessionId), isNull(session.endedAt))
    const secondsLeft = sql<number>`greatest(0, extract(epoch from ${session.expiresAt} - now()))::integer`
    const outcome = await this.#options.db.tenant(viewer.tenantId, async (tx) => {
      const [rotated] = await tx.update(session)
        .set({ previousRefreshHash: credential.hash, refreshHash: successor.hash, rotatedAt: sql`now()`, lastSeenAt: sql`now()` })
        .where(and(own, eq(session.refreshHash, credential.hash))).returning({ secondsLeft })
      if (rotated) return rotated
      const [repeated] = await tx.select({ secondsLeft }).from(session)
        .where(and(own, eq(session.previousRefreshHash, credential.hash), eq(session.refreshHash, successor.hash), gt(session.rotatedAt, sql`now() - make_interval(secs => ${graceSeconds})`)))
      if (repeated) return repeated
      await tx.update(session).set({ endedAt: sql`now()`, endReason: 'ERR_SESSION_ENDED' }).where(own)
      await audit(tx, { tenantId: viewer.tenantId, userId: viewer.userId, action: 'session.replay', subject: sessionId })
      return undefined
    })
    if (outcome) return { viewer, successor, secondsLeft: outcome.secondsLeft }
    this.#options.log.warn({ tenantId: viewer.tenantId, userId: viewer.userId, sessionId }, 'a replaced refresh credential was used again; the session is ended')
    this.announceEnd([sessionId], 'ERR_SESSION_ENDED')
    throw new Refusal('ERR_SESSION_ENDED')
  }

  /** The user of a session has just shown again who they are; for routes that ask for it. */
  async confirm(user: { tenantId: string; userId: string }, sessionId: string): Promise<void> {
    await this.#options.db.tenant(user.tenantId, async (tx) => {
      await tx.update(session).set({ confirmedAt: sql`now()` }).where(and(eq(session.tenantId, user.tenantId), eq(session.userId, user.userId), eq(session.id, sessionId), isNull(session.endedAt)))
      await audit(tx, { tenantId: user.tenantId, userId: user.userId, action: 'session.confirm', subject: sessionId })
    })
    this.#known.forget(sessionId)
    this.#options.bus.emit(sessionConfirmedTopic, { sessionId } satisfies SessionConfirmedNotice)
  }

  /** Signs a user out of one session. */
  async end(user: { tenantId: string; userId: string }, sessionId: string): Promise<void> {
    await this.#options.db.tenant(user.tenantId, async (tx) => {
      await tx.update(session).set({ endedAt: sql`now()`, endReason: 'ERR_SESSION_ENDED' }).where(and(eq(session.tenantId, user.tenantId), eq(session.id, sessionId), isNull(session.endedAt)))
      await audit(tx, { ...user, action: 'session.end', subject: sessionId })
    })
    this.announceEnd([sessionId], 'ERR_SESSION_ENDED')
  }

  /** Ends a user's sessions, but for `except`, in the transaction of what asks for it. Call {@link announceEnd} with the answer after the commit. */
  async endAll(tx: Tx, user: { tenantId: string; userId: string }, code: EndCode, except?: string): Promise<readonly string[]> {
    const ended = await tx.update(session).set({ endedAt: sql`now()`, endReason: code })
      .where(and(eq(session.tenantId, user.tenantId), eq(session.userId, user.userId), isNull(session.endedAt), except === undefined ? undefined : ne(session.id, except))).returning({ id: session.id })
    return ended.map((row) => row.id)
  }

  /** Tells every node, this one at once. Call it after the commit that ended them. */
  announceEnd(sessionIds: readonly string[], code: ErrorCode): void {
    for (const sessionId of sessionIds) {
      this.#known.forget(sessionId)
      this.#options.bus.emit(sessionEndedTopic, { sessionId, code } satisfies SessionEndedNotice)
    }
  }

  close(): void { for (const leave of this.#leave) leave() }

  #rows(sessionIds: readonly string[]): Promise<SessionRow[]> {
    return this.#options.db.raw<SessionRow[]>`select * from core.find_sessions(${sessionIds as string[]}::uuid[], ${idleSeconds})`
  }

  #viewer(row: SessionRow): Viewer {
    const { permissions } = this.#options
    const rights: Rights = { role: row.profile, custom: row.role_permissions, granted: row.granted, denied: row.denied, isMaster: row.is_master, ofReseller: row.is_reseller }
    return {
      tenantId: mint<TenantId>(row.tenant_id), userId: mint<UserId>(row.user_id), name: row.name, role: row.profile, queueIds: row.queue_ids.map((id) => mint<QueueId>(id)),
      locale: Locale.catch('pt-BR').parse(row.locale), can: (permission) => permissions.can(rights, permission),
    }
  }
}

const standingOf = (row: SessionRow): Standing => ({ consentVersion: row.consent_version, confirmedAt: new Date(row.confirmed_at), blocked: row.blocked, loginHours: row.login_hours, timeZone: row.time_zone })
