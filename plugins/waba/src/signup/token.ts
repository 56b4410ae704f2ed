import { createHash, randomBytes } from 'node:crypto'
import type { PluginContext, SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, lt, sql } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { signups } from './signup.table.ts'

type Ctx = Pick<PluginContext, 'db' | 'tenant'> & Pick<SessionContext, 'viewer'>

/** For so long a person may take at Meta. */
const waits = sql`interval '1 hour'`

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Begins a sign-up of this user: a token for Meta's dialog, which comes back with its answer. */
export async function beginSignup({ db, tenant, viewer }: Ctx): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await tx.delete(signups).where(and(eq(signups.tenantId, tenant), lt(signups.begunAt, sql`now() - ${waits}`)))
    await tx.insert(signups).values({ tenantId: tenant, tokenHash: digest(token), userId: viewer.userId })
  })
  return token
}

/**
 * Ends it: a token is good once, for the user who began, for an hour.
 * @throws Refusal ERR_WABA_SIGNUP_STATE
 */
export async function endSignup({ db, tenant, viewer }: Ctx, token: string): Promise<void> {
  const ended = await db.transaction((raw) =>
    drizzleOn(raw)
      .delete(signups)
      .where(
        and(
          eq(signups.tenantId, tenant),
          eq(signups.tokenHash, digest(token)),
          eq(signups.userId, viewer.userId),
          sql`${signups.begunAt} > now() - ${waits}`,
        ),
      )
      .returning({ userId: signups.userId }),
  )
  if (ended.length === 0) throw refusal('ERR_WABA_SIGNUP_STATE')
}
