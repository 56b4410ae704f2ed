import type { SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { asc, eq } from 'drizzle-orm'
import type { Handler } from '../messages/handlers.ts'
import { variables } from './variable.table.ts'
import type { Variable, Vocabulary } from './variable.ts'

const read = (ctx: SessionContext): Promise<Variable[]> => ctx.db.transaction((tx) => drizzleOn(tx)
  .select({ key: variables.key, label: variables.label, value: variables.value }).from(variables).where(eq(variables.tenantId, ctx.tenant)).orderBy(asc(variables.position)))

const vocabulary = async (ctx: SessionContext, own: readonly Variable[]): Promise<Vocabulary> => ({ variables: [...own], timeZone: (await ctx.core.company.profile()).timeZone })

export const readVocabulary: Handler<'vocabulary'> = async (_request, ctx) => vocabulary(ctx, await read(ctx))

/** All at once: whoever saves has seen the whole list. */
export const saveVariables: Handler<'saveVariables'> = async ({ body }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await tx.delete(variables).where(eq(variables.tenantId, ctx.tenant))
    if (body.variables.length > 0) await tx.insert(variables).values(body.variables.map((variable, position) => ({ ...variable, tenantId: ctx.tenant, position })))
  })
  return vocabulary(ctx, body.variables)
}
