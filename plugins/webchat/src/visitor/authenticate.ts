import { Refusal, type ConnectionRouteContext } from '@recado/sdk'
import { tokenPattern } from './token.ts'
import type { Visitor } from './visitor.ts'
import { findBySession, type VisitorScope } from './visitor-store.ts'

export const scopeOf = (ctx: ConnectionRouteContext): VisitorScope => ({
  db: ctx.db,
  tenant: ctx.tenant,
  connection: ctx.connection.connection,
})

/** Visitor of the token in the `Authorization` header; undefined without a valid one. */
export async function visitorOf(headers: Headers, ctx: ConnectionRouteContext): Promise<Visitor | undefined> {
  const token = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  return token !== undefined && tokenPattern.test(token) ? findBySession(scopeOf(ctx), token) : undefined
}

/** Like {@link visitorOf}, refusing with ERR_SESSION_ENDED; the refusal does not say what was wrong. */
export async function requireVisitor(headers: Headers, ctx: ConnectionRouteContext): Promise<Visitor> {
  const visitor = await visitorOf(headers, ctx)
  if (!visitor) throw new Refusal('ERR_SESSION_ENDED')
  return visitor
}
