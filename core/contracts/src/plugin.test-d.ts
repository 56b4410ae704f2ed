import * as z from 'zod'
import { defineChannel, type ChannelImplementation, type ChannelSession } from './channel.ts'
import { defineEvent } from './events.ts'
import { mint } from './ids.ts'
import { definePlugin, implementPlugin, type PluginDefinition, type ShapeOf } from './plugin.ts'
import type { PluginContext } from './plugin-context.ts'
import { defineRoute } from './route.ts'

/*
 * Wrong usages that must not compile. The type check is the test: an expectation below that does not fail is an error
 * itself.
 */

const text = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const Scored = defineEvent('nps.scored.v1', z.object({ score: z.int() }))
const Foreign = defineEvent('kanban.moved.v1', z.object({ card: z.string() }))
const count = defineRoute({
  method: 'GET',
  path: '/count',
  summary: 'How many.',
  access: { kind: 'session', permission: 'nps.read' },
  rate: 'read',
  query: z.object({ since: z.coerce.date() }),
  response: z.object({ count: z.int() }),
})
const open = defineRoute({
  method: 'GET',
  path: '/open',
  summary: 'For anyone.',
  access: { kind: 'public' },
  rate: 'read',
  response: 'bytes',
})
const help = defineRoute({
  method: 'GET',
  path: '/help/:company',
  summary: 'For readers.',
  access: { kind: 'company' },
  rate: 'visitor',
  response: 'bytes',
})
const visit = defineRoute({
  method: 'GET',
  path: '/visit/:connectionId',
  summary: 'For visitors.',
  access: { kind: 'connection' },
  rate: 'visitor',
  response: 'stream',
})
const line = defineChannel({
  type: 'line',
  titleKey: 't',
  badge: { color: '#000000', icon: 'x' },
  transport: 'webhook',
  identityKind: 'line',
  config: z.object({ region: z.enum(['jp', 'th']), retries: z.int().default(3) }),
  capabilities: {
    version: 1,
    text: { maxLength: 100, format: 'plain' },
    media: {},
    location: 'rejected',
    contactCard: 'rejected',
    interactive: {},
    templates: 'rejected',
    reply: 'rejected',
    forward: 'rejected',
    edit: { level: 'full' },
    deleteForAll: { level: 'rejected' },
    reaction: { level: 'rejected' },
    receipts: { out: ['read'], inMarkRead: false },
    typing: 'rejected',
    groups: 'rejected',
    history: { level: 'rejected', includesOwn: false },
    idempotentSend: 'echo-match',
  },
})

const nps = definePlugin({
  id: 'nps',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'p',
  title: text,
  description: text,
  tier: 'basic',
  settings: z.object({ question: z.string().default('?'), days: z.coerce.number() }),
  permissions: { read: { titleKey: 'read', roles: ['admin'] } },
  channels: { line },
  routes: { count, open, help, visit },
  emits: [Scored],
  on: { moved: Foreign },
  jobs: { ask: z.object({ ticket: z.string(), at: z.coerce.date() }) },
})
type Ctx = PluginContext<ShapeOf<typeof nps>>

const session = {
  send: async () => ({ status: 'pending' as const }),
  edit: async () => undefined,
  lookup: async () => undefined,
  async [Symbol.asyncDispose]() {},
} satisfies ChannelSession
const lineCode: ChannelImplementation<typeof line> = {
  check: async () => ({ ok: true, identity: 'x' }),
  open: async () => session,
}

const routes = {
  count: () => ({ count: 1 }),
  open: () => new Response(''),
  help: () => new Response(''),
  async *visit() {
    yield { data: 1 }
  },
}
const on = { moved: async () => undefined }
const jobs = { ask: async () => undefined }

/* Correct plugins compile. */
implementPlugin(nps, {
  channels: { line: lineCode },
  routes: {
    count: ({ query }, ctx) => ({
      count: query.since.getTime() + ctx.settings.days + (ctx.viewer.can('nps.read') ? 1 : 0),
    }),
    open: (_request, ctx) => ctx.fetch('https://example.com'),
    help: async (_request, ctx) => new Response((await ctx.core.company.profile()).name + ctx.settings.question),
    async *visit(_request, ctx) {
      yield { data: ctx.connection.name }
    },
  },
  on: {
    moved: async ({ card }, ctx, { attempt }) => ctx.publish(Scored, { score: card.length + attempt }, { key: card }),
  },
  jobs: { ask: async ({ at }, ctx) => ctx.enqueue('ask', { ticket: ctx.tenant, at: at.toISOString() }, { runAt: at }) },
})

/* Declared and not implemented. */
// @ts-expect-error the channel line has no code
implementPlugin(nps, { channels: {}, routes, on, jobs })
// @ts-expect-error the routes open and visit have no code
implementPlugin(nps, { channels: { line: lineCode }, routes: { count: routes.count }, on, jobs })
// @ts-expect-error nobody handles the event moved
implementPlugin(nps, { channels: { line: lineCode }, routes, on: {}, jobs })
// @ts-expect-error the job ask has no code
implementPlugin(nps, { channels: { line: lineCode }, routes, on, jobs: {} })

/* Implemented and not declared. */
implementPlugin(nps, {
  channels: { line: lineCode },
  // @ts-expect-error there is no route total
  routes: { count: routes.count, open: routes.open, visit: routes.visit, total: () => ({}) },
  on,
  jobs,
})
implementPlugin(nps, {
  channels: { line: lineCode },
  routes,
  // @ts-expect-error the event closed is not listened to
  on: { moved: on.moved, closed: async () => undefined },
  jobs,
})
implementPlugin(nps, {
  channels: { line: lineCode },
  routes,
  on,
  // @ts-expect-error there is no job remind
  jobs: { ask: jobs.ask, remind: async () => undefined },
})
// @ts-expect-error there is no channel sms
implementPlugin(nps, { channels: { line: lineCode, sms: lineCode }, routes, on, jobs })

/* Answers and payloads of a wrong shape. */
implementPlugin(nps, {
  channels: { line: lineCode },
  // @ts-expect-error the count is a number
  routes: { ...routes, count: () => ({ count: 'many' }) },
  on,
  jobs,
})
// @ts-expect-error a stream is not a Response
implementPlugin(nps, { channels: { line: lineCode }, routes: { ...routes, visit: () => new Response('') }, on, jobs })

export async function misuse(ctx: Ctx): Promise<void> {
  const { question, days }: { question: string; days: number } = ctx.settings
  // @ts-expect-error there is no such setting
  void ctx.settings.answer
  // @ts-expect-error settings are not written through the context
  ctx.settings = { question, days }
  // @ts-expect-error kanban.moved.v1 is not an event that this plugin declares to emit
  await ctx.publish(Foreign, { card: 'x' }, { key: 'x' })
  // @ts-expect-error the score is a number
  await ctx.publish(Scored, { score: 'ten' }, { key: 'x' })
  // @ts-expect-error order is kept by a key, so there must be one
  await ctx.publish(Scored, { score: 10 }, {})
  // @ts-expect-error there is no job answer
  await ctx.enqueue('answer', {})
  // @ts-expect-error the job needs a ticket
  await ctx.enqueue('ask', { at: new Date() })
  // @ts-expect-error the tenant is bound: it cannot be chosen
  ctx.tenant = mint('other')
  // @ts-expect-error only routes of session access know who is asking
  void ctx.viewer
}

/* Access decides the context of a handler. */
implementPlugin(nps, {
  channels: { line: lineCode },
  on,
  jobs,
  routes: {
    count: (_request, ctx) => {
      // @ts-expect-error a session has no connection
      void ctx.connection
      return { count: 1 }
    },
    open: (_request, ctx) => {
      // @ts-expect-error a public route has no company, hence no database
      void ctx.db
      return new Response('')
    },
    help: (_request, ctx) => {
      // @ts-expect-error whoever reads a public page is not a user
      void ctx.viewer
      return new Response(ctx.tenant)
    },
    async *visit(_request, ctx) {
      // @ts-expect-error a visitor is not a user
      void ctx.viewer
      yield { data: 1 }
    },
  },
})

/* Capabilities demand their methods; configuration is typed from its schema. */
const { edit: _edit, ...withoutEdit } = session
const { lookup: _lookup, ...withoutLookup } = session
export const wrongChannels: ChannelImplementation<typeof line>[] = [
  // @ts-expect-error the channel says that it can edit
  { check: lineCode.check, open: async () => withoutEdit },
  // @ts-expect-error the channel says that it finds earlier attempts by their echo
  { check: lineCode.check, open: async () => withoutLookup },
  // @ts-expect-error there is no default for verify
  { ...lineCode, webhook: { parse: () => ({ events: [] }) } },
  {
    ...lineCode,
    // @ts-expect-error the region is jp or th
    check: async ({ config }) => ({ ok: true, identity: config.region === 'br' ? 'x' : String(config.retries) }),
  },
  {
    ...lineCode,
    check: async ({ config }) => {
      // @ts-expect-error configuration is read-only
      config.retries = 4
      return { ok: true, identity: 'x' }
    },
  },
]

/* Definitions. */
// @ts-expect-error a route without access cannot be declared
defineRoute({ method: 'GET', path: '/x', summary: 'x', rate: 'read', response: z.object({}) })
// @ts-expect-error an event carries its version in its name
defineEvent('nps.scored', z.object({}))
// @ts-expect-error a path may be claimed only for a declared route
definePlugin({ ...nps, claims: { total: '/nps/total' } } satisfies PluginDefinition<
  (typeof nps)['settings'],
  (typeof nps)['emits'],
  (typeof nps)['on'],
  (typeof nps)['jobs'],
  (typeof nps)['permissions'],
  (typeof nps)['channels'],
  (typeof nps)['routes']
>)
// @ts-expect-error an agent's profile is called user
definePlugin({ ...nps, permissions: { read: { titleKey: 'read', roles: ['agent'] } } })
// @ts-expect-error there is no such slot
definePlugin({ ...nps, ui: { slots: [{ slot: 'ticket.ceiling', panel: 'Lamp', titleKey: 'lamp' }] } })

/* Parts that a plugin or a channel does not have are left out, and are still typed as empty. */
const small = definePlugin({
  id: 'small',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'p',
  title: text,
  description: text,
  on: { moved: Foreign },
})
implementPlugin(small, { on: { moved: async ({ card }, ctx) => ctx.log.info({ card }, small.tier) } })
// @ts-expect-error nobody handles the event moved
implementPlugin(small, {})
// @ts-expect-error there is no job remind
implementPlugin(small, { on, jobs: { remind: async () => undefined } })

const plain = defineChannel({
  type: 'plain',
  titleKey: 't',
  badge: { color: '#000000', icon: 'x' },
  transport: 'webhook',
  identityKind: 'plain',
  config: z.object({}),
  capabilities: { version: 1, text: { maxLength: 100, format: 'plain' }, typing: 'full', idempotentSend: 'none' },
})
const check = async () => ({ ok: true, identity: 'x' }) as const
const { edit: _noEdit, lookup: _noLookup, ...sender } = session
export const plainChannels: ChannelImplementation<typeof plain>[] = [
  { check, open: async () => ({ ...sender, typing: async () => undefined }) },
  // @ts-expect-error the channel says that it shows typing
  { check, open: async () => sender },
]
// @ts-expect-error whether a repeated send is safe must be said
defineChannel({ ...plain, capabilities: { version: 1, text: { maxLength: 100, format: 'plain' } } })
