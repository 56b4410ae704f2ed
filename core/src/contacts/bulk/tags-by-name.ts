import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { tag } from '../../tables/tag.table.ts'

/** Ids of the company's tags by their name in lower case, as tables name them. */
export async function tagsByName(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.select({ id: tag.id, name: tag.name }).from(tag).where(eq(tag.tenantId, tenantId))
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}
