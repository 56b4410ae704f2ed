import { mint, type SessionContext, type UserId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { DraftPush, EditorPush } from './flow.ts'
import { editors } from './flow.table.ts'
import type { Tx } from './flow-store.ts'

/* What pages that have a flow open tell each other. */

/** A page that has said nothing for so long is closed. Pages speak every fifteen seconds. */
export const fadesAfter = sql`interval '45 seconds'`

/** A page that has a flow open. */
export type EditorRow = Pick<typeof editors.$inferSelect, 'page' | 'userId' | 'chosen'>

/** Pages that have the flow open, without this one. */
export const othersOf = (tx: Tx, tenantId: string, flowId: string, page: string | null): Promise<EditorRow[]> =>
  tx
    .select({ page: editors.page, userId: editors.userId, chosen: editors.chosen })
    .from(editors)
    .where(
      and(
        eq(editors.tenantId, tenantId),
        eq(editors.flowId, flowId),
        page === null ? undefined : ne(editors.page, page),
        sql`${editors.seenAt} > now() - ${fadesAfter}`,
      ),
    )
    .limit(50)

const usersOf = (rows: readonly EditorRow[]): UserId[] => [...new Set(rows.map(({ userId }) => mint<UserId>(userId)))]

/** Tells these pages' users; who is away misses it. */
export function tellPages(
  rows: readonly EditorRow[],
  name: 'editor' | 'draft',
  data: EditorPush | DraftPush,
  ctx: SessionContext,
): void {
  if (rows.length > 0) ctx.core.users.push(usersOf(rows), name, data, { fleeting: true })
}

/** Tells the other pages that the draft is another one now, or published. Called after the transaction that did it. */
export async function tellOfDraft(
  flowId: string,
  about: Omit<DraftPush, 'flowId'>,
  ctx: SessionContext,
): Promise<void> {
  const others = await ctx.db.transaction((tx) => othersOf(drizzleOn(tx), ctx.tenant, flowId, about.page))
  tellPages(others, 'draft', { flowId, ...about }, ctx)
}
