import { AutomationBlock, defineRoute, FormChoices } from '@recado/sdk'
import * as z from 'zod'
import { Cost } from '../usage/cost.ts'
import { Prompt, PromptDraft } from './prompt.ts'

const access = { kind: 'session', permission: 'ai.manage' } as const
const tier = 'premium'
const read = { access, tier, rate: 'read' } as const
const write = { access, tier, rate: 'write' } as const
const params = z.object({ id: z.uuid() })
const ofDraft = ['ERR_PROMPT_EXISTS', 'ERR_PROMPT_FUNCTIONS', 'ERR_AUTOMATION_BLOCK', 'ERR_NO_QUEUE_FOUND'] as const

export const routes = {
  prompts: defineRoute({
    ...read,
    method: 'GET',
    path: '/prompts',
    summary: 'Prompts of the company, and what they may be allowed to do',
    response: z.object({ prompts: z.array(Prompt), actions: z.array(AutomationBlock) }),
  }),
  choices: defineRoute({
    ...read,
    method: 'GET',
    path: '/choices',
    summary: 'Prompts to choose from in an order of responders',
    response: FormChoices,
  }),
  createPrompt: defineRoute({
    ...write,
    method: 'POST',
    path: '/prompts',
    summary: 'Adds a prompt',
    confidential: true,
    body: PromptDraft,
    response: Prompt,
    errors: ['ERR_PROMPT_LIMIT', ...ofDraft],
  }),
  updatePrompt: defineRoute({
    ...write,
    method: 'PUT',
    path: '/prompts/:id',
    summary: 'Replaces a prompt; conversations that it has go on with it',
    confidential: true,
    params,
    body: PromptDraft,
    response: Prompt,
    errors: ['ERR_NO_PROMPT_FOUND', ...ofDraft],
  }),
  removePrompt: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/prompts/:id',
    summary: 'Deletes a prompt; conversations that it has go to the next responder',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  testPrompt: defineRoute({
    method: 'POST',
    path: '/prompts/test',
    summary: 'Has a draft of a prompt answer a conversation that nobody reads; nothing is done',
    ...write,
    body: z
      .object({
        prompt: PromptDraft,
        /** The prompt whose own key is used, if it is kept. */
        id: z.uuid().optional(),
        said: z
          .array(z.object({ by: z.enum(['customer', 'model']), text: z.string().min(1).max(4_000) }))
          .min(1)
          .max(50),
      })
      .strict(),
    confidential: true,
    response: z.object({
      text: z.string(),
      /** Names of what it would have done. */
      calls: z.array(z.string()),
      model: z.string(),
      tokens: z.object({ input: z.int(), output: z.int() }),
      /** Null without a price for the model. */
      cost: Cost.nullable(),
    }),
    limitMs: 120_000,
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
}
