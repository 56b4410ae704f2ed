import { Refusal, type LoginRequest, type Logger, type RefusalCode, type Viewer } from '@recado/contracts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Authenticator } from '../http/route.ts'
import type { Pictures } from '../users/picture.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { userAccount } from '../tables/user.table.ts'
import { AccessTokens } from './access-token.ts'
import { readAccount, type Account } from './account.ts'
import { ApiTokens, isApiToken } from '../credentials/api-tokens.ts'
import type { Captcha } from './captcha/captcha.ts'
import { Entrance } from './entrance.ts'
import { GuessCounter } from '../credentials/guess-counter.ts'
import { LoginDelay } from './login-delay.ts'
import { loginIdentifier, type LoginIdentifier } from '../credentials/login-identifier.ts'
import type { Passwords, PasswordVerdict } from '../credentials/passwords.ts'
import type { Permissions } from '../credentials/permissions.ts'
import { RefreshCredentials } from '../credentials/refresh-credential.ts'
import { absoluteSeconds, Sessions, type EndCode } from '../credentials/sessions.ts'
import type { LiveSession } from '../http/live-session.ts'
import type { CookieCredential, SignedIn, SignIn, SignInGuard, SignInOrigin } from '../credentials/sign-in.ts'

export interface AccessOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly clock: Clock
  /** Root of the keys of tokens and credentials. */
  readonly secret: string
  /** The site whose passkeys count, where the address of this installation is known. */
  readonly site?: string | undefined
  readonly passwords: Passwords
  readonly permissions: Permissions
  readonly pictures: Pick<Pictures, 'url'>
  readonly settings: Pick<SettingsService, 'get'>
  /** Called when signing in or out changed whether a user counts as online. */
  readonly presenceChanged?: (user: { tenantId: string; userId: string }) => void
  /** Asked before any session is opened, however its user showed who they are. */
  readonly guards?: readonly SignInGuard[]
  readonly captcha: Pick<Captcha, 'judge'>
  /** When signing in asks for the captcha. */
  captchaMode(): Promise<'suspicious' | 'always'>
  readonly log: Logger
}

interface LoginRow {
  user_id: string
  tenant_id: string
  password_hash: string
  active: boolean
}

/** Codes that count as a wrong guess. Any other refusal of a login is not held against the caller. */
const wrongGuesses: readonly RefusalCode[] = ['ERR_INVALID_CREDENTIALS', 'ERR_SECOND_FACTOR_INVALID']

/**
 * Signing in, staying signed in, signing out. Also the gate's {@link Authenticator} and the sockets': one set of rules
 * on every transport.
 */
export class AccessService implements Authenticator {
  readonly sessions: Sessions
  readonly apiTokens: ApiTokens
  /** Counts wrong codes of second factors, and wrong passwords of who is signed in. */
  readonly guesses: GuessCounter
  readonly #options: AccessOptions
  readonly #tokens: AccessTokens
  readonly #credentials: RefreshCredentials
  readonly #delay: LoginDelay
  readonly #entrance: Entrance

  constructor(options: AccessOptions) {
    this.#options = options
    this.#tokens = new AccessTokens(options.secret, options.clock)
    this.#credentials = new RefreshCredentials(options.secret)
    this.#delay = new LoginDelay(options)
    this.#entrance = new Entrance(options)
    this.guesses = new GuessCounter(options)
    this.sessions = new Sessions({ ...options, credentials: this.#credentials })
    this.apiTokens = new ApiTokens(options)
  }

  authenticate(headers: Headers, owner = 'core'): Promise<LiveSession> {
    const [scheme, given] = (headers.get('authorization') ?? '').split(' ', 2)
    const token = scheme?.toLowerCase() === 'bearer' ? given : undefined
    const sessionId = headers.get('sessionid') ?? undefined
    return token !== undefined && sessionId === undefined && isApiToken(token)
      ? this.apiTokens.authenticate(token, owner)
      : this.authenticateToken(token, sessionId)
  }

  /**
   * 403 ERR_SESSION_EXPIRED for a token to be refreshed, 401 for a session that is over (reading 18). The session id
   * sent beside the token must be the token's own (S7-005).
   */
  async authenticateToken(token: string | undefined, sessionId: string | undefined): Promise<LiveSession> {
    if (!token || !sessionId) throw new Refusal('ERR_SESSION_ENDED')
    const claims = await this.#tokens.read(token)
    if (claims.sessionId !== sessionId) {
      this.#options.log.warn(
        { tenantId: claims.tenantId, userId: claims.userId, sessionId: claims.sessionId },
        'a token came with the id of another session',
      )
      throw new Refusal('ERR_SESSION_ENDED')
    }
    const session = await this.sessions.live(sessionId)
    if (session.viewer.userId !== claims.userId || session.viewer.tenantId !== claims.tenantId)
      throw new Refusal('ERR_SESSION_ENDED')
    return session
  }

  /** Whether attempts from this address have failed lately. */
  isSuspicious(address: string): boolean {
    return this.#delay.isSuspicious(address)
  }

  /**
   * Unknown account and wrong password answer alike and take alike; anything else that prevents an account is told only
   * to who knows its password (reading 21). Refuses with ERR_TOO_MANY_REQUESTS while a delay runs, and with
   * ERR_CAPTCHA_REQUIRED or ERR_CAPTCHA_INVALID before it looks at anything; these are no failed attempts.
   */
  async login(request: z.output<typeof LoginRequest>, from: SignInOrigin): Promise<SignedIn> {
    const identifier = loginIdentifier(request.email ?? request.phoneNumber)
    const account = identifier.email ?? identifier.phone
    if (request.captcha !== undefined) await this.#options.captcha.judge('login', request.captcha)
    else if (await this.#asksForCaptcha(account, from.ip)) throw new Refusal('ERR_CAPTCHA_REQUIRED')
    return this.#guess(account, from.ip, async () => {
      const { found, verdict } = await this.#prove(identifier, request.password)
      if (!found || !verdict.ok) throw new Refusal('ERR_INVALID_CREDENTIALS')
      const { tenant_id: tenantId, user_id: userId } = found
      const renewedHash = verdict.outdated ? await this.#options.passwords.hash(request.password) : undefined
      const open = () =>
        this.open({ tenantId, userId, way: 'password', from, code: request.code }, async (tx) => {
          if (!(await this.#stillOpens(tx, found, request.password))) throw new Refusal('ERR_INVALID_CREDENTIALS')
          if (renewedHash)
            await tx
              .update(userAccount)
              .set({ passwordHash: renewedHash })
              .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
        })
      return request.code?.trim()
        ? this.guesses.prove({ tenantId, userId }, 'secondFactor', 'ERR_SECOND_FACTOR_INVALID', open)
        : open()
    })
  }

  /**
   * Runs what may be a guess at something that only the owner of `account` knows, slowed down by the wrong guesses that
   * went before from this address and at this account. @throws Refusal ERR_TOO_MANY_REQUESTS while a delay runs
   */
  async #guess<T>(account: string, address: string, prove: () => Promise<T>): Promise<T> {
    const attempt = this.#delay.begin(account, address)
    try {
      const proved = await prove()
      attempt.succeeded()
      return proved
    } catch (error) {
      if (!Refusal.is(error) || !wrongGuesses.includes(error.code)) attempt.withdrawn()
      throw error
    }
  }

  /**
   * Opens a session for an authenticated user, whatever the method, unless a guard refuses. `first` runs in the same
   * transaction, with the user's row locked, and refuses by throwing. ERR_USER_INACTIVE for an account or a company
   * that is switched off.
   */
  async open(signIn: SignIn, first?: (tx: Tx) => Promise<void>): Promise<SignedIn> {
    const { tenantId, userId, from } = signIn
    const begun = await this.#options.db.tenant(tenantId, async (tx) => {
      const entered = await tx
        .update(userAccount)
        .set({ lastLoginAt: sql`now()`, isOnline: true })
        .where(
          and(
            eq(userAccount.tenantId, tenantId),
            eq(userAccount.id, userId),
            eq(userAccount.isActive, true),
            isNull(userAccount.deletedAt),
            sql`exists (select 1 from core.tenant t where t.id = ${tenantId} and t.status = 'active')`,
          ),
        )
        .returning({ id: userAccount.id })
      if (entered.length === 0) throw new Refusal('ERR_USER_INACTIVE')
      await first?.(tx)
      await this.#entrance.admit(tx, signIn)
      for (const guard of this.#options.guards ?? []) await guard.admit(tx, signIn)
      await this.guesses.reset(tx, signIn)
      const session = await this.sessions.begin(tx, signIn, from)
      const account = await readAccount(tx, tenantId, userId, this.#options.pictures)
      if (!account) throw new Refusal('ERR_USER_INACTIVE')
      return { ...session, account }
    })
    this.sessions.announceEnd(begun.ended, 'ERR_SESSION_OTHER_DEVICE')
    this.#options.presenceChanged?.(signIn)
    const token = await this.#tokens.sign({ tenantId, userId, sessionId: begun.sessionId })
    return {
      result: { token, ...begun.account, sessionId: begun.sessionId },
      cookie: { value: this.#credentials.write(begun.credential), seconds: absoluteSeconds },
    }
  }

  /**
   * A new access token for a live session. `userId` must be the session's when given, and proves nothing (reading 17).
   */
  async refresh(
    cookie: string | undefined,
    userId: string | undefined,
  ): Promise<{ token: string; cookie: CookieCredential }> {
    const credential = this.#credentials.read(cookie)
    if (!credential) throw new Refusal('ERR_SESSION_ENDED')
    if (userId !== undefined && userId !== (await this.sessions.live(credential.sessionId)).viewer.userId)
      throw new Refusal('ERR_SESSION_ENDED')
    const { viewer, successor, secondsLeft } = await this.sessions.rotate(credential)
    const token = await this.#tokens.sign({
      userId: viewer.userId,
      tenantId: viewer.tenantId,
      sessionId: credential.sessionId,
    })
    return { token, cookie: { value: this.#credentials.write(successor), seconds: secondsLeft } }
  }

  /**
   * Ends the session that the headers or the cookie prove. Without either there is nothing to end, which is no fault.
   */
  async logout(headers: Headers, cookie: string | undefined): Promise<void> {
    const credential = this.#credentials.read(cookie)
    const session = await (credential ? this.sessions.live(credential.sessionId) : this.authenticate(headers)).catch(
      (error: unknown) => {
        if (Refusal.is(error)) return undefined
        throw error
      },
    )
    if (!session) return
    await this.endSession(session.viewer, session.sessionId)
  }

  /** Signs a user out of one session of theirs; false when there is no such session. */
  async endSession({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>, sessionId: string): Promise<boolean> {
    const user = { tenantId, userId }
    const ended = await this.#options.db.tenant(tenantId, (tx) =>
      this.sessions.endIn(tx, user, 'ERR_SESSION_ENDED', { only: sessionId }),
    )
    this.announceEnd(user, ended, 'ERR_SESSION_ENDED')
    return ended.length > 0
  }

  /**
   * Notifies every node, its sockets and the user's colleagues of what {@link Sessions.endIn} ended. Call it after the
   * commit.
   */
  announceEnd(user: { tenantId: string; userId: string }, ended: readonly string[], reason: EndCode): void {
    this.sessions.announceEnd(ended, reason)
    if (ended.length > 0) this.#options.presenceChanged?.(user)
  }

  /**
   * Whether somebody could sign in now, told only to who has their credentials; everybody else gets what a company
   * without limits would. Guessing by it is slowed down as guessing by signing in is.
   */
  async outlook(
    request: Pick<z.output<typeof LoginRequest>, 'email' | 'phoneNumber'> & { password?: string | undefined },
    ip: string,
  ): Promise<{ limit: number | null; canLogin: boolean }> {
    const open = { limit: null, canLogin: true }
    if (request.password === undefined) return open
    const identifier = loginIdentifier(request.email ?? request.phoneNumber)
    // If signing in would require the captcha, nothing is revealed, so that guessing is no cheaper here.
    if (await this.#asksForCaptcha(identifier.email ?? identifier.phone, ip)) return open
    const { found, verdict } = await this.#proveOnce(identifier, request.password, ip)
    if (!found?.active || !verdict.ok) return open
    return this.#options.db.tenant(found.tenant_id, (tx) =>
      this.#entrance.outlook(tx, { tenantId: found.tenant_id, userId: found.user_id }),
    )
  }

  /**
   * Confirms the identity of the signed-in user by the password, for the acts that require it.
   * @throws Refusal ERR_WRONG_PASSWORD, ERR_TOO_MANY_REQUESTS while a delay runs
   */
  async confirm(
    { viewer, sessionId }: Pick<LiveSession, 'viewer' | 'sessionId'>,
    password: string,
    ip: string,
  ): Promise<void> {
    const { email } = await this.account(viewer)
    await this.guesses.prove(viewer, 'password', 'ERR_WRONG_PASSWORD', async () => {
      const { found, verdict } = await this.#proveOnce({ email: email.toLowerCase(), phone: null }, password, ip)
      if (found?.user_id !== viewer.userId || !verdict.ok) throw new Refusal('ERR_WRONG_PASSWORD')
    })
    await this.sessions.confirm(viewer, sessionId)
  }

  /** The signed-in user's own account, for a shell that was reloaded. */
  async account(viewer: Viewer): Promise<Account> {
    const account = await this.#options.db.tenant(viewer.tenantId, (tx) =>
      readAccount(tx, viewer.tenantId, viewer.userId, this.#options.pictures),
    )
    if (!account) throw new Refusal('ERR_SESSION_ENDED')
    return account
  }

  async #asksForCaptcha(account: string, ip: string): Promise<boolean> {
    return (await this.#options.captchaMode()) === 'always' || this.#delay.isSuspicious(ip, account)
  }

  /**
   * One attempt, counted by the delay on guessing. A right password gives back this attempt and forgives no other one:
   * only signing in does. @throws Refusal ERR_TOO_MANY_REQUESTS
   */
  async #proveOnce(
    identifier: LoginIdentifier,
    password: string,
    ip: string,
  ): Promise<{ found: LoginRow | undefined; verdict: PasswordVerdict }> {
    const attempt = this.#delay.begin(identifier.email ?? identifier.phone, ip)
    const proof = await this.#prove(identifier, password).catch((error: unknown) => {
      attempt.withdrawn()
      throw error
    })
    if (proof.found && proof.verdict.ok) attempt.withdrawn()
    return proof
  }

  async #prove(
    { email, phone }: LoginIdentifier,
    password: string,
  ): Promise<{ found: LoginRow | undefined; verdict: PasswordVerdict }> {
    const [found] = await this.#options.db.raw<LoginRow[]>`select * from core.find_login(${email}, ${phone})`
    return { found, verdict: await this.#options.passwords.verify(password, found?.password_hash) }
  }

  /**
   * Setting another password ends every session of the account. A session that is being opened at that moment was
   * admitted by the old password: it is checked again here, with the account's row held.
   */
  async #stillOpens(
    tx: Tx,
    { tenant_id: tenantId, user_id: userId, password_hash: proven }: LoginRow,
    password: string,
  ): Promise<boolean> {
    const [stored] = await tx
      .select({ hash: userAccount.passwordHash })
      .from(userAccount)
      .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
    return stored?.hash === proven || (await this.#options.passwords.verify(password, stored?.hash)).ok
  }

  close(): void {
    this.#delay.close()
    this.apiTokens.close()
    this.sessions.close()
  }
}
