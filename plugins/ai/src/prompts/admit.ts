import type { AutomationBlock, SessionContext, ShapeOf } from '@recado/sdk'
import { filledInput } from '../agent/functions/carry-out.ts'
import { refusal } from '../errors.ts'
import { hasFunctions } from '../models/known-models.ts'
import type { Definition } from '../plugin.ts'
import { priceOf } from '../usage/cost.ts'
import { readPrices } from '../usage/price-store.ts'
import { fits } from './fillable.ts'
import { sampleOf } from './parameters.ts'
import type { PromptFunction } from './prompt-function.ts'
import type { PromptDraft } from './prompt.ts'

type Ctx = SessionContext<ShapeOf<Definition>>

function strayFill({ action, parameters }: PromptFunction, actions: readonly AutomationBlock[]): number {
  const fields = actions.find(({ plugin, name }) => plugin === action?.plugin && name === action.name)?.fields ?? []
  return parameters.findIndex((one) => !fields.some((field) => field.name === one.fills && fits(one, field)))
}

/** Whether the functions can be done. @throws Refusal ERR_PROMPT_FUNCTIONS, ERR_AUTOMATION_BLOCK, ERR_VALIDATION */
async function admitFunctions(ctx: Ctx, functions: readonly PromptFunction[]): Promise<void> {
  const done = functions.flatMap((one, at) => (one.action ? [{ ...one, at }] : []))
  if (done.length === 0) return
  await ctx.core.automation.require(
    'actions',
    done.map(({ action, parameters }) => {
      const samples = Object.fromEntries(parameters.map((one) => [one.name, sampleOf(one)]))
      return { ...action!, input: filledInput(action!.input, parameters, samples) }
    }),
    'automation',
    'body.functions',
  )
  const { actions } = await ctx.core.automation.offered('automation')
  for (const one of done) {
    const stray = strayFill(one, actions)
    if (stray >= 0)
      throw refusal('ERR_VALIDATION', {
        issues: [{ path: `body.functions.${one.at}.parameters.${stray}.fills`, message: 'does not fit the action' }],
      })
  }
}

/**
 * Whether a prompt may be kept. @throws Refusal ERR_PROMPT_FUNCTIONS, ERR_PROMPT_PRICE, ERR_NO_QUEUE_FOUND,
 * ERR_AUTOMATION_BLOCK, ERR_VALIDATION
 */
export async function admit(ctx: Ctx, { functions, model, queueId, maxCost }: PromptDraft): Promise<void> {
  const asked = model ?? ctx.settings.model
  if (functions.length > 0 && !hasFunctions(asked)) throw refusal('ERR_PROMPT_FUNCTIONS')
  if (queueId !== null && !(await ctx.core.queues.list()).some(({ id }) => id === queueId))
    throw refusal('ERR_NO_QUEUE_FOUND')
  if (maxCost !== null) {
    const prices = await ctx.db.transaction((tx) => readPrices(tx, ctx.tenant))
    if (!priceOf(asked, prices?.prices ?? [])) throw refusal('ERR_PROMPT_PRICE')
  }
  await admitFunctions(ctx, functions)
}
