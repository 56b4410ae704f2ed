import { Refusal } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/**
 * These tags of the company, once each, as a parameter; locked against deletion until the transaction ends. @throws
 * Refusal ERR_NO_TAG_FOUND
 */
export async function holdTags(tx: Tx, tenantId: string, tagIds: readonly string[]): Promise<SQL> {
  const distinct = [...new Set(tagIds)]
  const wanted = sql`${sql.param(distinct)}::uuid[]`
  const known = await tx.execute(
    sql`select 1 from core.tag where tenant_id = ${tenantId} and id = any (${wanted}) for key share`,
  )
  if (known.length < distinct.length) throw new Refusal('ERR_NO_TAG_FOUND')
  return wanted
}
