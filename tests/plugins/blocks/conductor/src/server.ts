import {
  BlockCall,
  defineRoute,
  definePlugin,
  implementPlugin,
  MessageReceived,
  Refusal,
  type AutomationAbout,
  type AutomationRunner,
  type TicketId,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const access = { kind: 'session', permission: 'tickets.read' } as const
const post = { method: 'POST', access, rate: 'write', response: z.object({ answer: z.unknown() }) } as const
const about = z.array(z.custom<AutomationAbout>())
const ticketId = z.custom<TicketId>()
const runner = z.custom<AutomationRunner>()

/**
 * Puts together what others contribute, and contributes one condition itself. Its routes and its job hand on what a
 * test wants.
 */
const definition = definePlugin({
  ...minimal('conductor'),
  uses: ['automation.run'],
  acting: ['actions', 'messages'],
  conditions: { always: { input: z.object({}) } },
  routes: {
    offered: defineRoute({ ...post, path: '/offered', summary: 'What is offered.', body: z.object({ by: runner }) }),
    require: defineRoute({
      ...post,
      path: '/require',
      summary: 'Checks what was put together.',
      body: z.object({ kind: z.enum(['conditions', 'actions']), calls: z.array(BlockCall), by: runner }),
    }),
    test: defineRoute({
      ...post,
      path: '/test',
      summary: 'Asks conditions for its user.',
      body: z.object({ conditions: z.array(BlockCall), about }),
    }),
    act: defineRoute({
      ...post,
      path: '/act',
      summary: 'Has an action done by nobody, though somebody asks.',
      body: z.object({ action: BlockCall, ticketId }),
    }),
    run: defineRoute({
      ...post,
      path: '/run',
      summary: 'Has an action done for its user.',
      body: z.object({ action: BlockCall, ticketId, key: z.string() }),
    }),
    write: defineRoute({
      ...post,
      path: '/write',
      summary: 'Writes for its user and, with `back`, takes it back.',
      body: z.object({ ticketId, text: z.string(), key: z.string(), back: z.boolean() }),
    }),
    work: defineRoute({
      ...post,
      path: '/work',
      summary: 'Has its job do something.',
      body: z.object({
        order: z.string(),
        conditions: z.array(BlockCall).default([]),
        action: BlockCall.optional(),
        about,
        key: z.string().default('k'),
      }),
    }),
    heard: defineRoute({
      ...post,
      path: '/heard',
      summary: 'What became of the job.',
      body: z.object({ order: z.string() }),
    }),
  },
  on: { received: MessageReceived },
  jobs: {
    work: z.object({
      order: z.string(),
      conditions: z.array(BlockCall),
      action: BlockCall.optional(),
      about,
      key: z.string(),
    }),
  },
})

const outcomes = new Map<string, unknown>()
const codeOf = (error: unknown): string => (Refusal.is(error) ? error.code : (error as Error).message)

export default implementPlugin(definition, {
  conditions: { always: (_input, subjects) => subjects.map(() => true) },
  routes: {
    offered: async ({ body: { by } }, { core }) => ({ answer: await core.automation.offered(by) }),
    require: async ({ body: { kind, calls, by } }, { core }) => ({
      answer: await core.automation.require(kind, calls, by, `body.${kind}`),
    }),
    test: async ({ body }, { core }) => ({ answer: await core.automation.test(body.conditions, body.about) }),
    act: async ({ body }, { core }) => ({
      answer: await core.automation.act(body.action, { ticket: body.ticketId }, { key: 'k' }).catch(codeOf),
    }),
    run: async ({ body }, { acting }) => ({
      answer: await acting.actions.run(body.ticketId, body.action, { key: body.key }),
    }),
    async write({ body: { ticketId: ticket, text, key, back } }, { acting }) {
      const { messages } = await acting.messages.send(ticket, text, { key })
      for (const message of back ? messages : []) await acting.messages.remove(message)
      return { answer: messages }
    },
    async work({ body }, ctx) {
      await ctx.enqueue('work', body)
      return { answer: null }
    },
    heard: ({ body: { order } }) => ({ answer: outcomes.get(order) }),
  },
  on: {
    async received({ ticketId: ticket, messageId }, { core }) {
      outcomes.set(
        messageId,
        await core.automation.test(
          [{ plugin: 'courier', name: 'says', input: { word: 'pix' } }],
          [{ ticket, message: messageId }],
        ),
      )
    },
  },
  jobs: {
    async work({ order, conditions, action, about: asked, key }, { core }) {
      outcomes.set(
        order,
        action
          ? await core.automation.act(action, asked[0]!, { key }).then(() => 'done', codeOf)
          : await core.automation.test(conditions, asked).catch(codeOf),
      )
    },
  },
})
