import type { PluginDatabase } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { ProvenIdentity } from './identity.ts'
import { hashToken, newToken } from './token.ts'
import type { Visitor } from './visitor.ts'
import { sessions, visitors } from './visitor.table.ts'

/** A session ends this long after it was last used. */
const sessionTtl = sql`interval '90 days'`
/** A session is prolonged at most once in this time, so that reading does not mean writing. */
const prolongEvery = sql`interval '1 day'`
/** Expired sessions removed whenever a new one begins; more than come, so that they never pile up. */
const sweepSize = 20

/** Scope of a look-up of visitors: the company and the connection are part of every statement. */
export interface VisitorScope {
  readonly db: PluginDatabase
  readonly tenant: string
  readonly connection: string
}

const visitorColumns = {
  id: visitors.id,
  subject: visitors.subject,
  verified: visitors.verified,
  name: visitors.name,
  email: visitors.email,
  phone: visitors.phone,
}

/** `token` is null when the one the visitor already holds stays good. */
export interface Opened {
  readonly token: string | null
  readonly visitor: Visitor
}
/** A visitor's statements about themselves. An absent key changes nothing. */
export interface Claims {
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly locale?: string | null | undefined
}

type Tx = ReturnType<typeof drizzleOn>

async function issue(tx: Tx, scope: VisitorScope, visitor: Visitor): Promise<Opened> {
  const token = newToken()
  const expired = tx
    .select({ hash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.tenantId, scope.tenant), lt(sessions.expiresAt, sql`now()`)))
    .limit(sweepSize)
  await tx.delete(sessions).where(and(eq(sessions.tenantId, scope.tenant), inArray(sessions.tokenHash, expired)))
  await tx.insert(sessions).values({
    tenantId: scope.tenant,
    connectionId: scope.connection,
    visitorId: visitor.id,
    tokenHash: await hashToken(token),
    expiresAt: sql`now() + ${sessionTtl}`,
  })
  return { token, visitor }
}

/** The visitor of a living session of this connection; undefined for every other token. Prolongs the session. */
export async function findBySession(scope: VisitorScope, token: string): Promise<Visitor | undefined> {
  const tokenHash = await hashToken(token)
  const own = and(
    eq(sessions.tenantId, scope.tenant),
    eq(sessions.tokenHash, tokenHash),
    eq(sessions.connectionId, scope.connection),
    gt(sessions.expiresAt, sql`now()`),
  )
  return scope.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const [found] = await tx
      .select({
        ...visitorColumns,
        stale: sql<boolean>`${sessions.expiresAt} < now() + ${sessionTtl} - ${prolongEvery}`,
      })
      .from(sessions)
      .innerJoin(visitors, and(eq(visitors.tenantId, sessions.tenantId), eq(visitors.id, sessions.visitorId)))
      .where(own)
    if (!found) return undefined
    const { stale, ...visitor } = found
    if (stale)
      await tx
        .update(sessions)
        .set({ expiresAt: sql`now() + ${sessionTtl}` })
        .where(own)
    return visitor
  })
}

/** A new anonymous visitor with a session of their own. */
export const openAnonymous = (scope: VisitorScope, claims: Claims): Promise<Opened> =>
  scope.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const [visitor] = await tx
      .insert(visitors)
      .values({ tenantId: scope.tenant, connectionId: scope.connection, ...claims })
      .returning(visitorColumns)
    return issue(tx, scope, visitor!)
  })

/** Stores the typed data of an anonymous visitor. Proven data is not overwritten by it. */
export const recordClaims = (scope: VisitorScope, visitor: Visitor, claims: Claims): Promise<Visitor> =>
  scope.db.transaction(async (raw) => {
    const [changed] = await drizzleOn(raw)
      .update(visitors)
      .set(claims)
      .where(and(eq(visitors.tenantId, scope.tenant), eq(visitors.id, visitor.id), eq(visitors.verified, false)))
      .returning(visitorColumns)
    return changed ?? visitor
  })

/**
 * A session for a proven identity. The person's own row is used if there is one; else the anonymous visitor of this
 * browser becomes them and keeps the conversation. Every earlier session of that anonymous visitor ends: a token from
 * before the sign-in must not read what is written after it.
 */
export const openProven = (
  scope: VisitorScope,
  identity: ProvenIdentity,
  current: Visitor | undefined,
): Promise<Opened> =>
  scope.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const proven = {
      subject: identity.subject,
      verified: true,
      name: identity.name,
      email: identity.email,
      phone: identity.phone,
    }
    const [known] = await tx
      .update(visitors)
      .set(proven)
      .where(
        and(
          eq(visitors.tenantId, scope.tenant),
          eq(visitors.connectionId, scope.connection),
          eq(visitors.subject, identity.subject),
        ),
      )
      .returning(visitorColumns)
    if (known && known.id === current?.id) return { token: null, visitor: known }
    const anonymous = current?.verified ? undefined : current
    if (anonymous)
      await tx.delete(sessions).where(and(eq(sessions.tenantId, scope.tenant), eq(sessions.visitorId, anonymous.id)))
    if (known) return issue(tx, scope, known)
    if (anonymous) {
      const [adopted] = await tx
        .update(visitors)
        .set(proven)
        .where(and(eq(visitors.tenantId, scope.tenant), eq(visitors.id, anonymous.id), isNull(visitors.subject)))
        .returning(visitorColumns)
      if (adopted) return issue(tx, scope, adopted)
    }
    // Two pages may sign the same new user in at once: the second finds the row of the first.
    const [created] = await tx
      .insert(visitors)
      .values({ tenantId: scope.tenant, connectionId: scope.connection, ...proven })
      .onConflictDoUpdate({
        target: [visitors.tenantId, visitors.connectionId, visitors.subject],
        targetWhere: sql`subject is not null`,
        set: proven,
      })
      .returning(visitorColumns)
    return issue(tx, scope, created!)
  })

/** Everything that is kept of visitors; of their sessions there are hashes, which say nothing. */
export const readVisitors = async (scope: Pick<VisitorScope, 'db' | 'tenant'>, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scope.db.transaction((raw) =>
        drizzleOn(raw)
          .select({ ...visitorColumns, locale: visitors.locale, createdAt: visitors.createdAt })
          .from(visitors)
          .where(and(eq(visitors.tenantId, scope.tenant), inArray(visitors.id, [...ids]))),
      )

/** Erases visitors and, with them, their sessions. */
export const eraseVisitors = async (
  scope: Pick<VisitorScope, 'db' | 'tenant'>,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await scope.db.transaction((raw) =>
    drizzleOn(raw)
      .delete(visitors)
      .where(and(eq(visitors.tenantId, scope.tenant), inArray(visitors.id, [...ids]))),
  )
}
