import { BotTestOutcome, defineRoute, FormChoices } from '@recado/sdk'
import * as z from 'zod'
import { Bot, BotDraft } from './bot.ts'

const access = { kind: 'session', permission: 'bots.manage' } as const
const read = { access, rate: 'read' } as const
const write = { access, rate: 'write' } as const
const params = z.object({ id: z.uuid() })
const ofDraft = [
  'ERR_BOT_EXISTS',
  'ERR_NO_BOT_PROVIDER_FOUND',
  'ERR_FREE_PLAN_CHATBOT',
  'ERR_FREE_PLAN_VIOLATION',
] as const

export const routes = {
  list: defineRoute({
    ...read,
    method: 'GET',
    path: '/bots',
    summary: 'Bots of the company, and plugins that speak with bots',
    response: z.object({
      bots: z.array(Bot),
      providers: z.array(z.object({ plugin: z.string(), title: z.string() })),
    }),
  }),
  choices: defineRoute({
    ...read,
    method: 'GET',
    path: '/choices',
    summary: 'Bots to choose from in an order of responders',
    response: FormChoices,
  }),
  create: defineRoute({
    ...write,
    method: 'POST',
    path: '/bots',
    summary: 'Adds a bot',
    body: BotDraft,
    response: Bot,
    errors: [...ofDraft],
  }),
  update: defineRoute({
    ...write,
    method: 'PUT',
    path: '/bots/:id',
    summary: 'Replaces a bot; conversations that it has go on with it',
    params,
    body: BotDraft,
    response: Bot,
    errors: ['ERR_NO_BOT_FOUND', ...ofDraft],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/bots/:id',
    summary: 'Deletes a bot; conversations that it has go to the next responder',
    params,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_BOT_FOUND'],
  }),
  test: defineRoute({
    method: 'POST',
    path: '/bots/:id/test',
    summary: 'Begins a conversation with a bot that nobody reads, and says whether it answered',
    access,
    rate: 'auth',
    params,
    response: z.object({ outcome: BotTestOutcome, says: z.int() }),
    errors: ['ERR_NO_BOT_FOUND', 'ERR_NO_BOT_PROVIDER_FOUND'],
  }),
}
