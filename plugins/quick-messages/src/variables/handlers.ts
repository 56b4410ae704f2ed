import type { SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import type { Handler } from '../messages/handlers.ts'
import { ownVariables, replaceVariables } from './variable-store.ts'
import type { Variable, Vocabulary } from './variable.ts'

const vocabulary = async (ctx: SessionContext, own: readonly Variable[]): Promise<Vocabulary> => ({
  variables: [...own],
  timeZone: (await ctx.core.company.profile()).timeZone,
})

export const readVocabulary: Handler<'vocabulary'> = async (_request, ctx) =>
  vocabulary(ctx, await ctx.db.transaction((tx) => ownVariables(drizzleOn(tx), ctx.tenant)))

/** All at once: the user who saves has seen the whole list. */
export const saveVariables: Handler<'saveVariables'> = async ({ body }, ctx) => {
  await ctx.db.transaction((tx) => replaceVariables(drizzleOn(tx), ctx.tenant, body.variables))
  return vocabulary(ctx, body.variables)
}
