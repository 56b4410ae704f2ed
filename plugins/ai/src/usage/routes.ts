import { defineRoute, id, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { audios } from '../models/known-models.ts'
import { offeredKinds } from '../models/offered-kinds.ts'
import { Cost } from './cost.ts'
import { PriceList } from './prices.ts'

const access = { kind: 'session', permission: 'ai.manage' } as const

/** What models were asked about a ticket. */
export const TicketUsage = z.object({
  asked: z.int(),
  /** In and out. */
  tokens: z.number(),
  cost: Cost.nullable(),
})
export type TicketUsage = z.infer<typeof TicketUsage>

export const routes = {
  usage: defineRoute({
    method: 'GET',
    path: '/usage',
    summary: 'Tokens of today, of this month, and of the last 30 days by purpose, with what they cost by the prices',
    access,
    rate: 'read',
    response: z.object({
      today: z.number(),
      month: z.number(),
      dailyTokens: z.number().nullable(),
      monthlyTokens: z.number().nullable(),
      /** What the company entered; every cost is null without it. */
      prices: PriceList.nullable(),
      todayCost: Cost.nullable(),
      monthCost: Cost.nullable(),
      /** The same by the plugin whose work asked, the dearest first. */
      byPlugin: z.array(z.object({ plugin: z.string(), asked: z.int(), tokens: z.number(), cost: Cost.nullable() })),
      spent: z.array(
        z.object({
          plugin: z.string(),
          purpose: z.string(),
          model: z.string(),
          asked: z.int(),
          failed: z.int(),
          input: z.number(),
          output: z.number(),
          cost: Cost.nullable(),
        }),
      ),
    }),
  }),
  setPrices: defineRoute({
    method: 'PUT',
    path: '/prices',
    summary: 'Replaces what a million tokens of each model cost; without any, costs are not shown',
    access,
    rate: 'write',
    body: PriceList,
    response: PriceList,
  }),
  ticketUsage: defineRoute({
    method: 'GET',
    path: '/usage/:ticketId',
    summary: 'Tokens that questions about a ticket took in the last 90 days, with what they cost by the prices',
    access: { kind: 'session', permission: 'ai.use' },
    rate: 'read',
    params: z.object({ ticketId: id<TicketId>() }),
    response: TicketUsage,
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  models: defineRoute({
    method: 'POST',
    path: '/models',
    summary: 'Tests the key, and lists the models that it can use',
    access,
    rate: 'auth',
    response: z.object({
      /** Name of the plugin that answers; null where a provider does, who has the models. */
      plugin: z.string().nullable(),
      /** What other plugins of the company do, where they answer. */
      offers: z.array(z.enum(offeredKinds)),
      models: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** The provider ends it on that day, or did. */
          endsOn: z.string().nullable(),
          hasEnded: z.boolean(),
          replacedBy: z.string().nullable(),
          functions: z.boolean(),
          /** Whether it looks at images; true where nobody told. */
          images: z.boolean(),
          /** What it does with recordings, where that is known. */
          audio: z.enum(audios).nullable(),
          /** Tokens that it reads and writes for one question, where that is known. */
          context: z.int().nullable(),
          /** Whether the provider offers it to this key. */
          offered: z.boolean(),
        }),
      ),
    }),
    limitMs: 60_000,
  }),
  testVectors: defineRoute({
    method: 'POST',
    path: '/vectors/test',
    summary: 'Has the model for vectors make one, as the settings are',
    access,
    rate: 'auth',
    response: z.object({ model: z.string(), dimensions: z.int() }),
    limitMs: 60_000,
  }),
}
