import { mint, type SessionContext, type UserId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { DraftPush, EditorPush, EditorView } from './flow.ts'
import { editors } from './flow.table.ts'
import { requireFlow, type Tx } from './flow-store.ts'
import type { Handler } from './handlers.ts'
import { editors as named } from './views.ts'

/* Who has a flow open in the builder. Each page says so again and again; what it says is pushed to the other pages. */

/** A page that has said nothing for so long is closed. Pages speak every fifteen seconds. */
const fadesAfter = sql`interval '45 seconds'`

type Row = Pick<typeof editors.$inferSelect, 'page' | 'userId' | 'chosen'>

/** Pages that have the flow open, without this one. */
const othersOf = (tx: Tx, tenantId: string, flowId: string, page: string | null): Promise<Row[]> =>
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

const usersOf = (rows: readonly Row[]): UserId[] => [...new Set(rows.map(({ userId }) => mint<UserId>(userId)))]

function push(rows: readonly Row[], name: 'editor' | 'draft', data: EditorPush | DraftPush, ctx: SessionContext): void {
  if (rows.length > 0) ctx.core.users.push(usersOf(rows), name, data, { fleeting: true })
}

export const beEditor: Handler<'beEditor'> = async ({ params: { id, page }, body: { chosen } }, ctx) => {
  const { userId, name } = ctx.viewer
  const others = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await requireFlow(tx, ctx.tenant, id)
    await tx
      .delete(editors)
      .where(
        and(eq(editors.tenantId, ctx.tenant), eq(editors.flowId, id), sql`${editors.seenAt} <= now() - ${fadesAfter}`),
      )
    await tx
      .insert(editors)
      .values({ tenantId: ctx.tenant, flowId: id, page, userId, chosen })
      .onConflictDoUpdate({
        target: [editors.tenantId, editors.flowId, editors.page],
        set: { chosen, seenAt: sql`now()` as never },
        // A page is whose it was first.
        setWhere: eq(editors.userId, userId),
      })
    return othersOf(tx, ctx.tenant, id, page)
  })
  push(others, 'editor', { flowId: id, page, userId, name, chosen, isHere: true }, ctx)
  const names = await named(
    others.map((row) => row.userId),
    ctx,
  )
  return {
    editors: others.flatMap((row): EditorView[] => {
      const known = names.get(row.userId)
      return known ? [{ ...row, name: known.name }] : []
    }),
  }
}

export const leaveEditor: Handler<'leaveEditor'> = async ({ params: { id, page } }, ctx) => {
  const { userId, name } = ctx.viewer
  const others = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const gone = await tx
      .delete(editors)
      .where(
        and(
          eq(editors.tenantId, ctx.tenant),
          eq(editors.flowId, id),
          eq(editors.page, page),
          eq(editors.userId, userId),
        ),
      )
      .returning({ page: editors.page })
    return gone.length === 0 ? [] : othersOf(tx, ctx.tenant, id, page)
  })
  push(others, 'editor', { flowId: id, page, userId, name, chosen: [], isHere: false }, ctx)
  return {}
}

/** Tells the other pages that the draft is another one now, or published. Called after the transaction that did it. */
export async function tellOfDraft(
  flowId: string,
  about: Omit<DraftPush, 'flowId'>,
  ctx: SessionContext,
): Promise<void> {
  const others = await ctx.db.transaction((tx) => othersOf(drizzleOn(tx), ctx.tenant, flowId, about.page))
  push(others, 'draft', { flowId, ...about }, ctx)
}
