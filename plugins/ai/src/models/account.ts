import type { TicketId } from '@recado/sdk'
import type { Context } from '../context.ts'
import { warnOfBudget, type Spent } from '../usage/budget-warning.ts'
import { countInTurn, readSpent, writeAsked } from '../usage/usage-store.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelAnswer } from './provider.ts'

/** Of this plugin: whose questions are its own. */
export const ownId = 'ai'

/** What a question is for; it is counted under this, and listed with the ticket. */
export interface About {
  /** Another plugin at whose work it is asked. */
  readonly caller?: string | undefined
  readonly purpose: string
  readonly ticket?: { readonly id: TicketId; readonly contactId: string } | undefined
  /** Key of its own instead of the company's. */
  readonly apiKey?: string | undefined
}

/** What came of one question. */
export interface Settled {
  readonly host: string
  readonly model: string
  readonly tokens?: ModelAnswer['tokens']
  /** Values of persons that were replaced before the text left. */
  readonly hidden?: number
  readonly failure?: string
}

/** Opens the account of one question, which the company's budget has to allow. @throws ModelFailure ERR_AI_BUDGET */
export async function openAccount(ctx: Context, { caller = ownId, purpose, ticket }: About) {
  const { timeZone } = await ctx.core.company.profile()
  const { dailyTokens = Infinity, monthlyTokens = Infinity } = ctx.settings
  const read = (): Promise<Spent> => ctx.db.transaction((tx) => readSpent(tx, ctx.tenant, timeZone))
  const isBounded = dailyTokens !== Infinity || monthlyTokens !== Infinity
  if (isBounded) {
    const { today, month } = await read()
    if (today >= dailyTokens || month >= monthlyTokens) throw new ModelFailure('ERR_AI_BUDGET')
  }
  return {
    /** Writes down what came of it. */
    async settle({ host, model, tokens, hidden = 0, failure = undefined }: Settled): Promise<void> {
      const asked = {
        plugin: caller,
        purpose,
        ticketId: ticket?.id ?? null,
        contactId: ticket?.contactId ?? null,
        host,
        model: model.slice(0, 100),
        input: tokens?.input ?? 0,
        output: tokens?.output ?? 0,
        hidden,
        failure: failure ?? null,
      }
      const spent = await ctx.db.transaction(async (tx) => {
        if (isBounded) await countInTurn(tx, ctx.tenant)
        await writeAsked(tx, ctx.tenant, asked, timeZone)
        return isBounded ? readSpent(tx, ctx.tenant, timeZone) : undefined
      })
      if (spent) await warnOfBudget(ctx, spent, asked.input + asked.output, read)
    },
  }
}
