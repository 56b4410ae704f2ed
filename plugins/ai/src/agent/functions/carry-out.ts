import type { TicketId } from '@recado/sdk'
import type { Context } from '../../context.ts'
import type { FunctionParameter, ParameterValues } from '../../prompts/parameters.ts'
import type { PromptFunction } from '../../prompts/prompt-function.ts'
import type { Prompt } from '../../prompts/prompt.ts'
import type { Conversation, Outcome, Step } from '../conversation-store.ts'
import { callAddress } from './call-address.ts'
import { callKey, keptFor } from './call-key.ts'

/** A function that a prompt allows, by its name. */
export const functionOf = ({ functions }: Pick<Prompt, 'functions'>, name: string): PromptFunction | undefined =>
  functions.find((one) => one.name === name)

/** The form of an action with the values of parameters in their fields. */
export const filledInput = (
  input: Readonly<Record<string, unknown>>,
  parameters: readonly FunctionParameter[],
  values: ParameterValues,
): Record<string, unknown> => ({
  ...input,
  ...Object.fromEntries(
    parameters.flatMap(({ name, fills }) => (Object.hasOwn(values, name) ? [[fills, values[name]]] : [])),
  ),
})

async function carryOutOne(
  ctx: Context,
  prompt: Prompt,
  { ticketId, contactId }: Pick<Conversation, 'ticketId' | 'contactId'>,
  act: { readonly allowed: PromptFunction; readonly values: ParameterValues; readonly key: string },
): Promise<Outcome> {
  const { allowed, values, key } = act
  const { action, http, parameters } = allowed
  if (action) {
    const input = filledInput(action.input, parameters, values)
    await ctx.core.automation.act({ ...action, input }, { ticket: ticketId }, { key })
    return { isDone: true, text: '' }
  }
  const [ticket, contact] = await Promise.all([ctx.core.tickets.get(ticketId), ctx.core.contacts.get(contactId)])
  return callAddress(ctx, {
    http: http!,
    parameters,
    values,
    about: { ticketId, protocol: ticket?.protocol ?? '', contactId, contactNumber: contact?.number ?? null },
    key,
    secret: await callKey(prompt.id, keptFor(allowed)!).get(ctx),
  })
}

/** Does what a turn does and has not done yet. The same again, under the same keys, is done once. */
export async function carryOut(
  ctx: Context,
  prompt: Prompt,
  { ticketId, contactId, run, turn }: Conversation & { readonly ticketId: TicketId },
  { acts }: Step,
): Promise<Step['acts']> {
  const done: Step['acts'][number][] = []
  for (const [index, act] of acts.entries()) {
    const allowed = functionOf(prompt, act.name)
    if (act.outcome || !allowed) {
      done.push(act)
      continue
    }
    let outcome: Outcome
    try {
      const key = `${run}:${turn}:${index}`
      outcome = await carryOutOne(ctx, prompt, { ticketId, contactId }, { allowed, values: act.arguments, key })
    } catch (error) {
      ctx.log.warn({ error, function: act.name }, 'a function of a prompt was not done')
      outcome = { isDone: false, text: '' }
    }
    done.push({ ...act, outcome })
  }
  return done
}
