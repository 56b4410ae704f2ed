import { setTimeout as delay } from 'node:timers/promises'
import { definePlugin, defineRoute, Empty, implementPlugin, MessageReceived, type PluginContext } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../minimal.ts'

const Job = z.object({ id: z.string(), ms: z.int() })

/** What it tells the address in its settings; `process` is the node's. */
export type Testimony =
  | { readonly about: 'event'; readonly messageId: string; readonly process: number }
  | { readonly about: 'begun' | 'ended'; readonly job: string; readonly process: number }

/**
 * A plugin that tells somebody outside which events it was given and when its jobs began and ended, and on which node.
 */
const definition = definePlugin({
  ...minimal('witness'),
  egress: ['*'],
  settings: z.object({ target: z.url().default('http://127.0.0.1:9/') }),
  routes: {
    work: defineRoute({
      method: 'POST',
      path: '/work',
      summary: 'Has a job take its time.',
      rate: 'write',
      body: Job,
      response: Empty,
      status: 202,
      access: { kind: 'session', permission: 'tickets.read' },
    }),
  },
  on: { received: MessageReceived },
  jobs: { work: Job },
})

async function tell(
  { fetch, settings, signal }: PluginContext<typeof definition>,
  testimony: Testimony,
): Promise<void> {
  const response = await fetch(settings.target, { method: 'POST', body: JSON.stringify(testimony), signal })
  await response.body?.cancel()
}

export default implementPlugin(definition, {
  channels: {},
  routes: {
    async work({ body }, { enqueue }) {
      await enqueue('work', body)
      return {}
    },
  },
  on: { received: ({ messageId }, ctx) => tell(ctx, { about: 'event', messageId, process: process.pid }) },
  jobs: {
    async work({ id, ms }, ctx) {
      await tell(ctx, { about: 'begun', job: id, process: process.pid })
      await delay(ms, undefined, { signal: ctx.signal })
      // As jobs do: what they found out is written at the end.
      await ctx.db.transaction((tx) =>
        tx.query(
          'insert into done (job) values ($1) on conflict (job) do update set times = done.times + 1',
          [id],
          'object',
        ),
      )
      await tell(ctx, { about: 'ended', job: id, process: process.pid })
    },
  },
})
