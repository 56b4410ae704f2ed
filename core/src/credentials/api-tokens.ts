import {
  apiTokenDays,
  ApiTokenChoice,
  maxUserTokens,
  mint,
  Refusal,
  type ApiToken,
  type ApiTokenCreated,
  type Logger,
  type UserId,
  type UserToken,
  type Viewer,
} from '@recado/contracts'
import { and, count, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { timingSafeEqual } from 'node:crypto'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { settingChangedTopic } from '../topics/settings.ts'
import { tenantChangedTopic } from '../topics/tenants.ts'
import { userAccount } from '../tables/user.table.ts'
import { apiToken } from '../tables/api-token.table.ts'
import { oauthGrant } from '../tables/oauth-grant.table.ts'
import { hashApiTokenSecret, newApiTokenSecret, readApiToken, writeApiToken } from './api-token-text.ts'
import type { Permissions } from './permissions.ts'
import { viewerOfRow, type ViewerRow } from './session-row.ts'
import type { LiveSession } from '../http/live-session.ts'
import { userChangedTopic } from '../topics/access.ts'

export { isApiToken } from './api-token-text.ts'

/** Of one company; nobody looks after more programs than that. */
export const maxApiTokens = 100
/** Tokens of a plugin that are listed at once. */
const mostListed = 500
/** A clock that is a little ahead of ours still reaches the whole year. Milliseconds. */
const clockToleranceMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** Least time between two records of a token's use. Milliseconds. */
const usedEveryMs = 60_000
/** Ephemeral: a token was changed or revoked; every node reads it again. */
const tokenChangedTopic = 'access.api-token-changed'

interface TokenRow extends ViewerRow {
  readonly token_id: string
  readonly secret_hash: Buffer
  readonly scopes: string[]
  readonly over: boolean
  readonly token_name: string
  readonly plugin: string | null
}

/** A token with where the program behind it led its user back to; null for one that was made by hand. */
type ListedToken = ApiToken & { readonly leadsTo: string | null }

/** The tokens that a plugin issued, and who asks for them. */
export interface TokensOfPlugin {
  readonly plugin: string
  readonly viewer: Viewer
}

export interface ApiTokensOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly clock: Clock
  readonly permissions: Permissions
  /** The site whose passkeys count as a second factor; of any site when absent. */
  readonly site?: string | undefined
  readonly log: Logger
}

/**
 * Tokens with which programs call the API. A program acts as the one who made its token, within the token's scopes and
 * never beyond what its maker may do at that moment. A token opens no session: acts on a person's own account
 * (sessions, passkeys, confirming an identity) and acts beyond the company are in no scope.
 */
export class ApiTokens {
  readonly #options: ApiTokensOptions
  readonly #known = new BriefCache<TokenRow | undefined>()
  readonly #used = new BriefCache<void>(usedEveryMs)
  readonly #leave: readonly (() => void)[]

  constructor(options: ApiTokensOptions) {
    this.#options = options
    const { bus } = options
    this.#leave = [
      bus.on(tokenChangedTopic, (id) => this.#known.forget(id as string)),
      bus.on(userChangedTopic, () => this.#known.clear()),
      bus.on(tenantChangedTopic, () => this.#known.clear()),
      bus.on(settingChangedTopic, () => this.#known.clear()),
    ]
  }

  /**
   * The user as whom a program calls a route of `owner`: a token that a plugin issued is one of that plugin's alone.
   * The refusal does not reveal why a token is not valid. @throws Refusal ERR_TOKEN_REFUSED
   */
  async authenticate(text: string, owner: string): Promise<LiveSession> {
    const token = readApiToken(text)
    const row =
      token &&
      (await this.#known.get(
        token.id,
        async (id) =>
          (
            await this.#options.db.raw<
              TokenRow[]
            >`select * from core.find_api_token(${id}, ${this.#options.site ?? null})`
          )[0],
      ))
    if (
      !token ||
      !row ||
      !timingSafeEqual(row.secret_hash, hashApiTokenSecret(token.secret)) ||
      (row.plugin !== null && row.plugin !== owner) ||
      row.over ||
      !row.active ||
      row.deleted
    )
      throw new Refusal('ERR_TOKEN_REFUSED')
    await this.#used.get(row.token_id, () => this.#markUsed(row))
    const { tenant_id, token_id: id } = row
    this.#options.log.debug({ tenantId: tenant_id, tokenId: id }, 'a program calls')
    return {
      sessionId: id,
      apiTokenId: id,
      apiTokenName: row.token_name,
      viewer: viewerOfRow(row, this.#options.permissions, countedBy(row)),
      // A program has nobody to ask: its maker's answer to the notice and hours are the maker's own, and nobody stands
      // there to show who they are.
      standing: {
        consentVersion: null,
        confirmedAt: new Date(0),
        blocked: row.blocked,
        mustEnrol: row.must_enrol,
        loginHours: null,
        timeZone: row.time_zone,
      },
    }
  }

  /** Tokens of the company, without those of plugins, the newest first; there are {@link maxApiTokens} at most. */
  async list(viewer: Viewer): Promise<ApiToken[]> {
    return this.#options.db.tenant(viewer.tenantId, (tx) =>
      this.#rows(tx, viewer.tenantId, isNull(apiToken.plugin), maxApiTokens),
    )
  }

  /**
   * Scopes that a user may give to a token: permissions that they hold themselves, among those that a company can give.
   */
  assignable(viewer: Viewer): string[] {
    return this.#options.permissions.assignable().filter((permission) => viewer.can(permission))
  }

  /**
   * The text of the token is in the answer and nowhere else, ever. @throws Refusal ERR_PERMISSION_NOT_HELD,
   * ERR_TOKEN_EXPIRY, ERR_TOKEN_LIMIT_REACHED
   */
  async create(viewer: Viewer, choice: ApiTokenChoice): Promise<ApiTokenCreated> {
    this.#check(viewer, choice)
    const { tenantId, userId } = viewer
    const id: string = newId()
    const secret = newApiTokenSecret()
    const token = await this.#options.db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:api-tokens`}, 0))`)
      const [counted] = await tx
        .select({ tokens: count() })
        .from(apiToken)
        .where(and(eq(apiToken.tenantId, tenantId), isNull(apiToken.plugin)))
      if (counted!.tokens >= maxApiTokens) throw new Refusal('ERR_TOKEN_LIMIT_REACHED', { limit: maxApiTokens })
      await tx.insert(apiToken).values({
        id,
        tenantId,
        userId,
        name: choice.name,
        scopes: choice.scopes,
        secretHash: hashApiTokenSecret(secret),
        expiresAt: new Date(choice.expiresAt),
      })
      await audit(tx, { tenantId, userId, action: 'token.create', subject: id, facts: { ...choice } })
      return (await this.#rows(tx, tenantId, eq(apiToken.id, id)))[0]!
    })
    return { token, secret: writeApiToken({ id, secret }) }
  }

  /**
   * Changes a token; its scopes become permissions that the editor holds. @throws Refusal ERR_NO_TOKEN_FOUND and those
   * of {@link create}
   */
  async change(viewer: Viewer, id: string, choice: ApiTokenChoice): Promise<ApiToken> {
    const { tenantId, userId } = viewer
    const changed = await this.#options.db.tenant(tenantId, async (tx) => {
      const own = and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id), isNull(apiToken.plugin))
      const [before] = await tx.select({ scopes: apiToken.scopes }).from(apiToken).where(own).for('update')
      if (!before) throw new Refusal('ERR_NO_TOKEN_FOUND')
      this.#check(viewer, { ...choice, scopes: choice.scopes.filter((scope) => !before.scopes.includes(scope)) })
      await tx
        .update(apiToken)
        .set({ name: choice.name, scopes: choice.scopes, expiresAt: new Date(choice.expiresAt), expiryAssigned: false })
        .where(own)
      await audit(tx, { tenantId, userId, action: 'token.change', subject: id, facts: { ...choice } })
      return (await this.#rows(tx, tenantId, eq(apiToken.id, id)))[0]!
    })
    this.#announce(id)
    return changed
  }

  /** Counts on every node with the next request. @throws Refusal ERR_NO_TOKEN_FOUND */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    await this.#revoke(viewer, id, isNull(apiToken.plugin))
  }

  /**
   * Makes a token of the viewer for the routes of a plugin; see `UserTokenPort` of the contracts. @throws Refusal
   * ERR_PERMISSION_NOT_HELD, ERR_TOKEN_EXPIRY, ERR_TOKEN_LIMIT_REACHED
   */
  async issueOf(
    { plugin, viewer }: TokensOfPlugin,
    given: ApiTokenChoice,
  ): Promise<{ text: string; token: UserToken }> {
    const choice = ApiTokenChoice.parse(given)
    const foreign = choice.scopes.find((scope) => !scope.startsWith(`${plugin}.`))
    if (foreign !== undefined) throw new TypeError(`${plugin} gives ${foreign}, which is no permission of its own`)
    this.#check(viewer, choice)
    const { tenantId, userId } = viewer
    const id: string = newId()
    const secret = newApiTokenSecret()
    const token = await this.#options.db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:api-tokens`}, 0))`)
      const [counted] = await tx
        .select({ tokens: count() })
        .from(apiToken)
        .where(and(eq(apiToken.tenantId, tenantId), ofUser(plugin, userId)))
      if (counted!.tokens >= maxUserTokens) throw new Refusal('ERR_TOKEN_LIMIT_REACHED', { limit: maxUserTokens })
      await tx.insert(apiToken).values({
        id,
        tenantId,
        userId,
        plugin,
        name: choice.name,
        scopes: choice.scopes,
        secretHash: hashApiTokenSecret(secret),
        expiresAt: new Date(choice.expiresAt),
      })
      await audit(tx, { tenantId, userId, action: 'token.create', subject: id, facts: { ...choice, plugin } })
      return (await this.#rows(tx, tenantId, eq(apiToken.id, id)))[0]!
    })
    return { text: writeApiToken({ id, secret }), token: shownToUser(token) }
  }

  /** The viewer's tokens for a plugin, or with `everybody` those of the company, newest first. */
  async listOf({ plugin, viewer }: TokensOfPlugin, everybody: boolean): Promise<UserToken[]> {
    const which = everybody ? eq(apiToken.plugin, plugin) : ofUser(plugin, viewer.userId)
    // A program that has not come for its tokens yet is not connected.
    const connected = or(isNull(oauthGrant.generation), gt(oauthGrant.generation, 0))
    const rows = await this.#options.db.tenant(viewer.tenantId, (tx) =>
      this.#rows(tx, viewer.tenantId, and(which, connected), mostListed),
    )
    return rows.map(shownToUser)
  }

  /** The same for one of them, as {@link revoke}. */
  async revokeOf({ plugin, viewer }: TokensOfPlugin, id: string, everybody: boolean): Promise<void> {
    await this.#revoke(viewer, id, everybody ? eq(apiToken.plugin, plugin) : ofUser(plugin, viewer.userId))
  }

  async #revoke({ tenantId, userId }: Viewer, id: string, which: SQL | undefined): Promise<void> {
    await this.#options.db.tenant(tenantId, async (tx) => {
      const [gone] = await tx
        .delete(apiToken)
        .where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id), which))
        .returning({ name: apiToken.name, plugin: apiToken.plugin, ofUser: apiToken.userId })
      if (!gone) throw new Refusal('ERR_NO_TOKEN_FOUND')
      const facts = gone.plugin === null ? { name: gone.name } : gone
      await audit(tx, { tenantId, userId, action: 'token.revoke', subject: id, facts })
    })
    this.#announce(id)
  }

  /**
   * Revokes a user's tokens, in the transaction that changes their password: anybody who knew the old one may have made
   * them. `by` is the user who changed it; null for no signed-in user. Call {@link announceEnd} with the answer after
   * the commit.
   */
  async endIn(
    tx: Tx,
    { tenantId, userId }: { tenantId: string; userId: string },
    by: string | null,
  ): Promise<readonly string[]> {
    const gone = await tx
      .delete(apiToken)
      .where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.userId, userId)))
      .returning({ id: apiToken.id, name: apiToken.name })
    for (const { id, name } of gone)
      await audit(tx, {
        tenantId,
        userId: by,
        action: 'token.revoke',
        subject: id,
        facts: { name, ofUser: userId, reason: 'password' },
      })
    return gone.map(({ id }) => id)
  }

  /** Notifies every node, this one at once. */
  announceEnd(ids: readonly string[]): void {
    for (const id of ids) this.#announce(id)
  }

  close(): void {
    for (const leave of this.#leave) leave()
  }

  #check(viewer: Viewer, { scopes, expiresAt }: ApiTokenChoice): void {
    const held = new Set(this.assignable(viewer))
    const missing = scopes.find((scope) => !held.has(scope))
    if (missing !== undefined) throw new Refusal('ERR_PERMISSION_NOT_HELD', { detail: missing })
    const lifeMs = Date.parse(expiresAt) - this.#options.clock.now().getTime()
    if (lifeMs <= 0 || lifeMs > apiTokenDays * dayMs + clockToleranceMs) throw new Refusal('ERR_TOKEN_EXPIRY')
  }

  #announce(id: string): void {
    this.#known.forget(id)
    this.#options.bus.emit(tokenChangedTopic, id)
  }

  async #markUsed({ tenant_id: tenantId, token_id: id }: TokenRow): Promise<void> {
    await this.#options.db.tenant(tenantId, (tx) =>
      tx
        .update(apiToken)
        .set({ lastUsedAt: sql`now()` })
        .where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id))),
    )
  }

  async #rows(tx: Tx, tenantId: string, which: SQL | undefined, most = 1): Promise<ListedToken[]> {
    const rows = await tx
      .select({
        id: apiToken.id,
        name: apiToken.name,
        scopes: apiToken.scopes,
        userId: apiToken.userId,
        userName: userAccount.name,
        createdAt: apiToken.createdAt,
        expiresAt: apiToken.expiresAt,
        expiryAssigned: apiToken.expiryAssigned,
        lastUsedAt: apiToken.lastUsedAt,
        leadsTo: oauthGrant.leadsTo,
      })
      .from(apiToken)
      .leftJoin(oauthGrant, and(eq(oauthGrant.tenantId, apiToken.tenantId), eq(oauthGrant.tokenId, apiToken.id)))
      .innerJoin(userAccount, and(eq(userAccount.tenantId, apiToken.tenantId), eq(userAccount.id, apiToken.userId)))
      .where(and(eq(apiToken.tenantId, tenantId), which))
      .orderBy(desc(apiToken.createdAt), desc(apiToken.id))
      .limit(most)
    return rows.map(({ userId, userName, createdAt, expiresAt, lastUsedAt, ...row }) => ({
      ...row,
      user: { id: mint<UserId>(userId), name: userName },
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  }
}

const ofUser = (plugin: string, userId: string): SQL | undefined =>
  and(eq(apiToken.plugin, plugin), eq(apiToken.userId, userId))

const shownToUser = ({ user, expiryAssigned: _assigned, ...token }: ListedToken): UserToken => ({
  ...token,
  user: { id: mint<UserId>(user.id), name: user.name },
})

/**
 * Which permissions of its maker a token has: its scopes alone, or, for one that a plugin issued, everything but what
 * of the plugin's own is not among them. Such a token reaches the plugin's routes alone.
 */
const countedBy =
  ({ plugin, scopes }: TokenRow) =>
  (permission: string): boolean =>
    (plugin !== null && !permission.startsWith(`${plugin}.`)) || scopes.includes(permission)
