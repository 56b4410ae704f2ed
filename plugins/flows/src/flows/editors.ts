import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { EditorView } from './flow.ts'
import { editors } from './flow.table.ts'
import { requireFlow } from './flow-store.ts'
import type { Handler } from './handlers.ts'
import { fadesAfter, othersOf, tellPages } from './told-pages.ts'
import { editors as named } from './views.ts'

/* Who has a flow open in the builder. Each page says so again and again; what it says is told to the other pages. */

export const beEditor: Handler<'beEditor'> = async ({ params: { id }, body: { page, chosen } }, ctx) => {
  const { userId, name } = ctx.viewer
  const others = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await requireFlow(tx, ctx.tenant, id)
    // Two that take the same rows away do not wait for each other.
    const faded = tx
      .select({ page: editors.page })
      .from(editors)
      .where(
        and(eq(editors.tenantId, ctx.tenant), eq(editors.flowId, id), sql`${editors.seenAt} <= now() - ${fadesAfter}`),
      )
      .for('update', { skipLocked: true })
    await tx
      .delete(editors)
      .where(and(eq(editors.tenantId, ctx.tenant), eq(editors.flowId, id), inArray(editors.page, faded)))
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
  tellPages(others, 'editor', { flowId: id, page, userId, name, chosen, isHere: true }, ctx)
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

export const leaveEditor: Handler<'leaveEditor'> = async ({ params: { id }, query: { page } }, ctx) => {
  const { userId, name } = ctx.viewer
  const others = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await requireFlow(tx, ctx.tenant, id)
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
  tellPages(others, 'editor', { flowId: id, page, userId, name, chosen: [], isHere: false }, ctx)
  return {}
}
