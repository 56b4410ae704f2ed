import type { ImportedUser } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { newId } from '../base/ids.ts'
import { storable } from '../channels/clean-event.ts'
import { canonicalEmail } from '../contacts/identity-claims.ts'
import { noPassword } from '../credentials/passwords.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { digestOf, json, nothing, record, recordsOf, type ImportRun, type KindOutcome } from './import-records.ts'

/**
 * People of the other system, as users who may be invited: not active, without password, with an invitation that is out
 * of date, so that nobody is written to and no place of the plan is taken before an administrator sends it. Who has the
 * address in the company is taken as they are, whatever they may.
 */
export async function writeUsers(run: ImportRun, users: readonly ImportedUser[]): Promise<KindOutcome> {
  if (users.length === 0) return nothing
  const { tx, tenantId, runId } = run
  const records = await recordsOf(
    run,
    'user',
    users.map(({ ref }) => ref),
  )
  const queues = await recordsOf(
    run,
    'queue',
    users.flatMap((user) => user.queues ?? []),
  )
  const queuesOf = (user: ImportedUser): string[] => (user.queues ?? []).flatMap((ref) => queues.get(ref)?.id ?? [])
  const unique = [...new Map(users.map((user) => [user.ref, user])).values()]
  const fresh = unique.filter(({ ref }) => !records.has(ref))
  const refused: { kind: 'user'; ref: string; problem: 'emailInvalid' | 'emailTaken' }[] = []
  const written: { ref: string; id: string; made: boolean; digest: string }[] = []
  for (const user of fresh) {
    const email = canonicalEmail(user.email)
    if (email === undefined) {
      refused.push({ kind: 'user', ref: user.ref, problem: 'emailInvalid' })
      continue
    }
    const found = await find(run, email)
    const id = found ?? (await invite(run, user, email))
    if (id === undefined) refused.push({ kind: 'user', ref: user.ref, problem: 'emailTaken' })
    else written.push({ ref: user.ref, id, made: found === undefined, digest: digestOf({ email }) })
    if (id !== undefined && found === undefined)
      await tx.execute(sql`
        insert into core.user_queue (tenant_id, user_id, queue_id)
        select q.tenant_id, ${id}, q.id
          from jsonb_array_elements_text(${json(queuesOf(user))}) w (value)
          join core.queue q on q.tenant_id = ${tenantId} and q.id = w.value::uuid
        on conflict do nothing`)
  }
  await record(run, 'user', written)
  const again = [...records.values()].filter((one) => one.made && one.runId === runId).length
  const made = written.filter((one) => one.made).length
  return {
    made: made + again,
    changed: 0,
    again,
    known: unique.length - refused.length - made - again,
    refused,
  }
}

async function find({ tx, tenantId }: ImportRun, email: string): Promise<string | undefined> {
  const [row] = await tx.execute<{ id: string }>(sql`
    select u.id from core.user_account u
     where u.tenant_id = ${tenantId} and lower(u.email) = ${email} and u.deleted_at is null`)
  return row?.id
}

/** Undefined where another company has the address. */
async function invite(
  { tx, tenantId }: ImportRun,
  { name, profile }: ImportedUser,
  email: string,
): Promise<string | undefined> {
  const id = newId()
  try {
    await tx.transaction(async (attempt) => {
      await attempt.execute(sql`
        insert into core.user_account (id, tenant_id, name, email, password_hash, profile, is_active)
        values (${id}, ${tenantId}, ${storable(name).trim().slice(0, 100) || email}, ${email}, ${noPassword},
                ${profile}, false)`)
      await attempt.execute(sql`
        insert into core.user_invitation (id, tenant_id, user_id, token_hash, expires_at)
        values (${newId()}, ${tenantId}, ${id}, ${randomBytes(32)}, now())`)
    })
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    return undefined
  }
  return id
}
