import { AutomationBlock, defineRoute, FormChoices } from '@recado/sdk'
import * as z from 'zod'
import { Cost } from '../usage/cost.ts'
import { Prompt, PromptContent, PromptDraft, PromptVersion } from './prompt.ts'

const access = { kind: 'session', permission: 'ai.manage' } as const
const tier = 'premium'
const read = { access, tier, rate: 'read' } as const
const write = { access, tier, rate: 'write' } as const
const params = z.object({ id: z.uuid() })
const versionParams = z.object({ id: z.uuid(), version: z.coerce.number().int().min(1) })
const ofContent = ['ERR_PROMPT_FUNCTIONS', 'ERR_PROMPT_PRICE', 'ERR_AUTOMATION_BLOCK', 'ERR_NO_QUEUE_FOUND'] as const
const ofDraft = ['ERR_PROMPT_EXISTS', ...ofContent] as const

/** A function that would be called, with its arguments. */
export const WouldCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type WouldCall = z.infer<typeof WouldCall>

/** What a draft says and would do where nobody reads it. */
export const Rehearsal = z.object({
  text: z.string(),
  /** Why people would get it; null where they would not. */
  handOver: z.string().nullable(),
  calls: z.array(WouldCall),
  /** Titles of the passages that the answer names. */
  sources: z.array(z.string()),
  /** Empty where a rule decided and no model was asked. */
  model: z.string(),
  tokens: z.object({ input: z.int(), output: z.int() }),
  /** Null without a price for the model. */
  cost: Cost.nullable(),
})
export type Rehearsal = z.infer<typeof Rehearsal>

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
    summary: 'Saves a version of a prompt; a published one answers from now on, in conversations that it has too',
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
  versions: defineRoute({
    ...read,
    method: 'GET',
    path: '/prompts/:id/versions',
    summary: 'Versions of a prompt, newest first, each with who saved it and what it changed',
    params,
    response: z.object({ publishedVersion: z.int().nullable(), versions: z.array(PromptVersion) }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  version: defineRoute({
    ...read,
    method: 'GET',
    path: '/prompts/:id/versions/:version',
    summary: 'What a version of a prompt says',
    params: versionParams,
    response: PromptContent,
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  publish: defineRoute({
    ...write,
    method: 'POST',
    path: '/prompts/:id/versions/:version/publish',
    summary: 'Has a version of a prompt answer customers from now on',
    params: versionParams,
    response: Prompt,
    errors: ['ERR_NO_PROMPT_FOUND', ...ofContent],
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
    response: Rehearsal,
    limitMs: 120_000,
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
}
