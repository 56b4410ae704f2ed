import { maxUserTokens, Refusal, type AskedConnection, type Viewer } from '@recado/contracts'
import { and, count, eq, lte, sql } from 'drizzle-orm'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ownOrigin } from '../access/own-origin.ts'
import { audit } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import {
  hashApiTokenSecret,
  newApiTokenSecret,
  readApiToken,
  readCode,
  readRenewal,
  writeApiToken,
  writeCode,
  writeRenewal,
} from '../credentials/api-token-text.ts'
import type { ApiTokens } from '../credentials/api-tokens.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Egress } from '../security/egress.ts'
import { derivedKey } from '../security/keys.ts'
import { apiToken } from '../tables/api-token.table.ts'
import { oauthGrant } from '../tables/oauth-grant.table.ts'
import {
  answerAddress,
  clientIdOf,
  isResource,
  readRequest,
  resourceAddress,
  type AuthorizationRequest,
  type ConnectedResource,
  type ReadRequest,
} from './authorization-request.ts'
import { ClientDocuments, documentAddress } from './client-documents.ts'
import { ClientIds } from './client-id.ts'
import { isSameRedirect } from './redirect-address.ts'

const minuteMs = 60_000
/** Life of a code. */
const codeMs = 5 * minuteMs
/** Life of a token that programs call with, in seconds. */
export const accessSeconds = 3_600
/** How long a renewal may come again: of two calls at once, or of one whose answer was lost. */
const graceMs = 30_000
/** A connection that is not renewed for so long ends. */
const idleMs = 90 * 24 * 60 * minuteMs
/** Most renewals of one connection: each hour of the longest one, and some. */
const mostRenewals = 10_000

/** Tokens of RFC 6749, 5.1, and their scopes. */
export interface GivenTokens {
  readonly access: string
  readonly renewal: string
  /** For how long `access` is accepted, in seconds. */
  readonly seconds: number
  readonly scopes: readonly string[]
}

export interface ConnectedProgramsOptions {
  readonly db: Database
  readonly tokens: Pick<ApiTokens, 'assignable' | 'announceEnd'>
  readonly clock: Clock
  readonly secret: string
  readonly egress: Pick<Egress, 'fetchFor'>
  /** The address under which the installation is published, if it is known. */
  readonly publicUrl: string | undefined
  /** Plugins that programs connect to, those that run now. */
  resources(): readonly ConnectedResource[]
}

interface Grant {
  readonly clientHash: Buffer
  readonly redirectUri: string
  readonly resource: string
  readonly codeHash: Buffer
  readonly challenge: string
  readonly generation: number
  readonly userId: string
  readonly name: string
  readonly plugin: string | null
  readonly scopes: string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly secretHash: Buffer
  readonly acceptedUntil: Date | null
}

/** What became of a request of a program: tokens, a refusal, or one for which the whole connection ends. */
type Outcome = GivenTokens | 'refused' | { readonly ends: 'code' | 'renewal' | 'program' }

/**
 * Programs that users connect by OAuth: codes, tokens and their renewal. A connection is a token that the plugin issued
 * for its user; see decision 241. A code is good for one exchange and a renewal for one, and either seen again ends the
 * connection: whoever has it, somebody else has it too. A renewal that comes again within half a minute is answered
 * with the same tokens.
 */
export class ConnectedPrograms {
  readonly clients: ClientIds
  readonly #options: ConnectedProgramsOptions
  readonly #documents: ClientDocuments
  readonly #renewals: Buffer
  readonly #accesses: Buffer

  constructor(options: ConnectedProgramsOptions) {
    this.#options = options
    this.clients = new ClientIds(options.secret)
    this.#documents = new ClientDocuments(options.egress)
    this.#renewals = derivedKey(options.secret, 'renewals of programs')
    this.#accesses = derivedKey(options.secret, 'tokens of programs')
  }

  /** Whether this can be the id of a program; what it is led to was compared when its user let it in. */
  isClient(id: string): boolean {
    return this.clients.read(id) !== undefined || documentAddress(id) !== undefined
  }

  resources(): readonly ConnectedResource[] {
    return this.#options.resources()
  }

  /** The origin under which programs reach the installation; undefined where only somebody's word says so. */
  issuerOf(request: URL): string | undefined {
    return ownOrigin(this.#options.publicUrl, request)?.origin
  }

  /** What a program asks a user of `plugin` for. `at`: where the user's request was sent. */
  async asked(packed: string, plugin: string, at: URL, viewer: Viewer): Promise<AskedConnection> {
    const read = await this.#read(packed, this.issuerOf(at))
    if (read.kind === 'unknown') return { state: 'unknown' }
    if (read.kind === 'wrong') return { state: 'refused', leadsTo: read.leadsTo, redirect: read.answer }
    const { client, leadsTo, scopes, resource } = read.request
    if (resource.plugin !== plugin) return { state: 'unknown' }
    return {
      state: 'asked',
      name: client.name,
      site: client.site ?? null,
      leadsTo,
      scopes: scopes.filter((scope) => viewer.can(scope)),
    }
  }

  /**
   * Writes down what a user decided, and answers where to lead their browser; undefined for an unknown program.
   * @throws Refusal ERR_PERMISSION_NOT_HELD, ERR_TOKEN_LIMIT_REACHED
   */
  async decide(
    packed: string,
    plugin: string,
    at: URL,
    viewer: Viewer,
    scopes: readonly string[] | null,
  ): Promise<string | undefined> {
    const issuer = this.issuerOf(at)
    const read = await this.#read(packed, issuer)
    if (read.kind === 'unknown' || issuer === undefined) return undefined
    if (read.kind === 'wrong') return read.answer
    const { request } = read
    if (request.resource.plugin !== plugin) return undefined
    const answer = (given: Readonly<Record<string, string>>): string =>
      answerAddress(request.redirect, issuer, request.state, given)
    if (scopes === null) return answer({ error: 'access_denied' })
    const given = request.scopes.filter((scope, at) => at === 0 || scopes.includes(scope))
    const held = new Set(this.#options.tokens.assignable(viewer))
    const missing = given.find((scope) => !held.has(scope))
    if (missing !== undefined) throw new Refusal('ERR_PERMISSION_NOT_HELD', { detail: missing })
    return answer({ code: await this.#grant(request, issuer, viewer, given) })
  }

  /** The first tokens for a code; undefined where it is not accepted. */
  async exchange(asked: {
    readonly code: string
    readonly clientId: string
    readonly redirect: string | undefined
    readonly verifier: string
    readonly resource: string | undefined
  }): Promise<GivenTokens | undefined> {
    const code = readCode(asked.code)
    if (!code) return undefined
    return this.#answer(code.id, (tx, tenantId, grant) => {
      if (!same(grant.codeHash, hashApiTokenSecret(code.secret))) return 'refused'
      const isOver = grant.generation === 0 && grant.expiresAt <= this.#options.clock.now()
      if (isOver || !isOf(grant, asked.clientId)) return 'refused'
      const isGood =
        grant.generation === 0 &&
        (asked.redirect === undefined || isSameRedirect(grant.redirectUri, asked.redirect)) &&
        (asked.resource === undefined || isResource(asked.resource, grant.resource)) &&
        createHash('sha256').update(asked.verifier).digest('base64url') === grant.challenge
      return isGood ? this.#renew(tx, tenantId, code.id, grant) : { ends: 'code' }
    })
  }

  /** New tokens in place of those before; undefined where the renewal is not accepted. */
  async renew(asked: {
    readonly renewal: string
    readonly clientId: string
    readonly resource: string | undefined
  }): Promise<GivenTokens | undefined> {
    const renewal = readRenewal(asked.renewal)
    if (!renewal) return undefined
    return this.#answer(renewal.id, (tx, tenantId, grant) => {
      const { generation } = grant
      if (!isOf(grant, asked.clientId) || generation === 0) return 'refused'
      if (grant.expiresAt <= this.#options.clock.now()) return 'refused'
      if (asked.resource !== undefined && !isResource(asked.resource, grant.resource)) return 'refused'
      const given = Buffer.from(renewal.secret)
      if (same(given, this.#renewalOf(renewal.id, generation))) return this.#renew(tx, tenantId, renewal.id, grant)
      if (generation > 1 && same(given, this.#renewalOf(renewal.id, generation - 1))) {
        const tokens = this.#presentTokens(renewal.id, grant)
        return tokens ?? { ends: 'renewal' }
      }
      for (let earlier = generation - 2; earlier > 0; earlier -= 1)
        if (same(given, this.#renewalOf(renewal.id, earlier))) return { ends: 'renewal' }
      return 'refused'
    })
  }

  /** Ends the connection of a token or a renewal that the program has; anything else is no error (RFC 7009, 2.2). */
  async revoke(text: string, clientId: string): Promise<void> {
    const renewal = readRenewal(text)
    const access = readApiToken(text)
    const id = renewal?.id ?? access?.id
    if (id === undefined) return
    await this.#answer(id, async (tx, tenantId, grant) => {
      if (!isOf(grant, clientId)) return 'refused'
      const [token] = await tx
        .select({ secretHash: apiToken.secretHash })
        .from(apiToken)
        .where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id)))
      const isOwn = renewal
        ? same(Buffer.from(renewal.secret), this.#renewalOf(id, grant.generation))
        : same(token!.secretHash, hashApiTokenSecret(access!.secret))
      return isOwn ? { ends: 'program' } : 'refused'
    })
  }

  async #read(packed: string, issuer: string | undefined): Promise<ReadRequest> {
    const id = clientIdOf(packed)
    if (issuer === undefined || id === undefined) return { kind: 'unknown' }
    const client = this.clients.read(id) ?? (await this.#documents.read(id))
    return readRequest(packed, { client, issuer, resources: this.resources() })
  }

  async #grant(
    { client, clientId, redirect, leadsTo, challenge, resource }: AuthorizationRequest,
    issuer: string,
    { tenantId, userId }: Viewer,
    scopes: readonly string[],
  ): Promise<string> {
    const { db, clock } = this.#options
    const { plugin } = resource
    const id: string = newId()
    const secret = newApiTokenSecret()
    const now = clock.now()
    await db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:api-tokens`}, 0))`)
      const own = and(eq(apiToken.tenantId, tenantId), eq(apiToken.plugin, plugin), eq(apiToken.userId, userId))
      // Codes that nobody came for.
      await tx.delete(apiToken).where(
        and(
          own,
          lte(apiToken.expiresAt, now),
          sql`exists (select from core.oauth_grant g
                      where g.tenant_id = ${apiToken.tenantId} and g.token_id = ${apiToken.id} and g.generation = 0)`,
        ),
      )
      const [counted] = await tx.select({ tokens: count() }).from(apiToken).where(own)
      if (counted!.tokens >= maxUserTokens) throw new Refusal('ERR_TOKEN_LIMIT_REACHED', { limit: maxUserTokens })
      await tx.insert(apiToken).values({
        id,
        tenantId,
        userId,
        plugin,
        name: client.name,
        scopes: [...scopes],
        // Of a secret that nobody has, until the code is exchanged.
        secretHash: hashApiTokenSecret(randomBytes(32).toString('base64url')),
        createdAt: now,
        expiresAt: new Date(now.getTime() + codeMs),
        acceptedUntil: now,
      })
      await tx.insert(oauthGrant).values({
        tenantId,
        tokenId: id,
        clientHash: hashOf(clientId),
        redirectUri: redirect,
        leadsTo,
        resource: resourceAddress(issuer, resource),
        codeHash: hashApiTokenSecret(secret),
        challenge,
      })
      await audit(tx, {
        tenantId,
        userId,
        action: 'token.create',
        subject: id,
        facts: { plugin, name: client.name, scopes, leadsTo },
      })
    })
    return writeCode({ id, secret })
  }

  /** Runs in a transaction that holds the connection; one that is over takes its tokens with it. */
  async #answer(
    id: string,
    decide: (tx: Tx, tenantId: string, grant: Grant) => Outcome | Promise<Outcome>,
  ): Promise<GivenTokens | undefined> {
    const { db, tokens } = this.#options
    const [found] = await db.raw<{ tenant_id: string }[]>`select tenant_id from core.find_api_token(${id}, null)`
    if (!found) return undefined
    const { tenant_id: tenantId } = found
    const outcome = await db.tenant(tenantId, async (tx): Promise<Outcome> => {
      const grant = await grantOf(tx, tenantId, id)
      if (!grant) return 'refused'
      const decided = await decide(tx, tenantId, grant)
      if (typeof decided === 'object' && 'ends' in decided) await this.#end(tx, tenantId, id, grant, decided.ends)
      return decided
    })
    if (outcome !== 'refused') tokens.announceEnd([id])
    return typeof outcome === 'object' && 'access' in outcome ? outcome : undefined
  }

  async #renew(tx: Tx, tenantId: string, id: string, grant: Grant): Promise<Outcome> {
    const now = this.#options.clock.now()
    const generation = grant.generation + 1
    if (generation > mostRenewals) return 'refused'
    const secret = this.#accessOf(id, generation)
    await tx
      .update(oauthGrant)
      .set({ generation })
      .where(and(eq(oauthGrant.tenantId, tenantId), eq(oauthGrant.tokenId, id)))
    await tx
      .update(apiToken)
      .set({
        secretHash: hashApiTokenSecret(secret),
        acceptedUntil: new Date(now.getTime() + accessSeconds * 1_000),
        expiresAt: new Date(Math.min(now.getTime() + idleMs, yearAfter(grant.createdAt))),
      })
      .where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id)))
    return {
      access: writeApiToken({ id, secret }),
      renewal: writeRenewal({ id, secret: this.#renewalOf(id, generation).toString() }),
      seconds: accessSeconds,
      scopes: grant.scopes,
    }
  }

  /** The tokens that were given out last, if that was a moment ago. */
  #presentTokens(id: string, { generation, acceptedUntil, secretHash, scopes }: Grant): GivenTokens | undefined {
    const now = this.#options.clock.now().getTime()
    const leftMs = (acceptedUntil?.getTime() ?? 0) - now
    const secret = this.#accessOf(id, generation)
    if (leftMs < accessSeconds * 1_000 - graceMs || !same(secretHash, hashApiTokenSecret(secret))) return undefined
    return {
      access: writeApiToken({ id, secret }),
      renewal: writeRenewal({ id, secret: this.#renewalOf(id, generation).toString() }),
      seconds: Math.floor(leftMs / 1_000),
      scopes,
    }
  }

  async #end(tx: Tx, tenantId: string, id: string, grant: Grant, reason: string): Promise<void> {
    await tx.delete(apiToken).where(and(eq(apiToken.tenantId, tenantId), eq(apiToken.id, id)))
    const { name, plugin, userId } = grant
    await audit(tx, {
      tenantId,
      userId: null,
      action: 'token.revoke',
      subject: id,
      facts: { name, plugin, ofUser: userId, reason },
    })
  }

  /** Follows from the installation's secret, so that the same can be answered again for a moment. */
  #accessOf(id: string, generation: number): string {
    return createHmac('sha256', this.#accesses).update(`${id}:${generation}`).digest('base64url')
  }

  /** Nothing of it is stored: it follows from the installation's secret, and so do those before it. */
  #renewalOf(id: string, generation: number): Buffer {
    return Buffer.from(createHmac('sha256', this.#renewals).update(`${id}:${generation}`).digest('base64url'))
  }
}

const yearAfter = (at: Date): number => at.getTime() + 365 * 24 * 60 * minuteMs
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
const isOf = ({ clientHash }: Grant, clientId: string): boolean => same(clientHash, hashOf(clientId))

async function grantOf(tx: Tx, tenantId: string, id: string): Promise<Grant | undefined> {
  const [grant] = await tx
    .select({
      clientHash: oauthGrant.clientHash,
      redirectUri: oauthGrant.redirectUri,
      resource: oauthGrant.resource,
      codeHash: oauthGrant.codeHash,
      challenge: oauthGrant.challenge,
      generation: oauthGrant.generation,
      userId: apiToken.userId,
      name: apiToken.name,
      plugin: apiToken.plugin,
      scopes: apiToken.scopes,
      createdAt: apiToken.createdAt,
      expiresAt: apiToken.expiresAt,
      secretHash: apiToken.secretHash,
      acceptedUntil: apiToken.acceptedUntil,
    })
    .from(oauthGrant)
    .innerJoin(apiToken, and(eq(apiToken.tenantId, oauthGrant.tenantId), eq(apiToken.id, oauthGrant.tokenId)))
    .where(and(eq(oauthGrant.tenantId, tenantId), eq(oauthGrant.tokenId, id)))
    .for('update')
  return grant
}
