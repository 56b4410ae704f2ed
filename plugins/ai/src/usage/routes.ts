import { defineRoute } from '@recado/sdk'
import * as z from 'zod'

const access = { kind: 'session', permission: 'ai.manage' } as const

export const routes = {
  usage: defineRoute({
    method: 'GET',
    path: '/usage',
    summary: 'Tokens of today, of this month, and of the last 30 days by purpose',
    access,
    rate: 'read',
    response: z.object({
      today: z.number(),
      month: z.number(),
      dailyTokens: z.number().nullable(),
      monthlyTokens: z.number().nullable(),
      spent: z.array(
        z.object({
          purpose: z.string(),
          model: z.string(),
          asked: z.int(),
          failed: z.int(),
          input: z.number(),
          output: z.number(),
        }),
      ),
    }),
  }),
  models: defineRoute({
    method: 'POST',
    path: '/models',
    summary: 'Tests the key, and lists the models that it can use',
    access,
    rate: 'auth',
    response: z.object({
      models: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** The provider ends it on that day, or did. */
          endsOn: z.string().nullable(),
          hasEnded: z.boolean(),
          replacedBy: z.string().nullable(),
          functions: z.boolean(),
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
