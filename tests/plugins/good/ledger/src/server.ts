import {
  defineEvent,
  definePlugin,
  defineRoute,
  Empty,
  implementPlugin,
  TicketClosed,
  type PluginContext,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const Noted = defineEvent('ledger.noted.v1', z.object({ body: z.string() }))
const read = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'read' } as const
const write = { access: { kind: 'session', permission: 'ledger.write' }, rate: 'write' } as const
const Entries = z.object({ entries: z.array(z.string()) })

/**
 * A sound plugin with a bit of everything: table, routes, claim, event, job, settings with a secret, permission, page.
 */
const definition = definePlugin({
  ...minimal('ledger'),
  settings: z.object({
    prefix: z.string().max(20).default('-'),
    pin: z.string().min(4).meta({ secret: true }).optional(),
  }),
  permissions: { write: { titleKey: 'permission.write', roles: ['super', 'admin'] } },
  routes: {
    list: defineRoute({ method: 'GET', path: '/entries', summary: 'All entries.', ...read, response: Entries }),
    add: defineRoute({
      method: 'POST',
      path: '/entries',
      summary: 'Adds an entry and says so.',
      ...write,
      body: z.object({ body: z.string().max(100), fail: z.boolean().optional() }),
      response: Empty,
      status: 201,
    }),
    activate: defineRoute({
      method: 'POST',
      path: '/active',
      summary: 'Adds an entry as an active flow or bot, within the plan.',
      ...write,
      body: z.object({ body: z.string(), kind: z.enum(['flows', 'chatbots']) }),
      response: Empty,
      status: 201,
    }),
    later: defineRoute({
      method: 'POST',
      path: '/later',
      summary: 'Adds an entry by a job.',
      ...write,
      body: z.object({ body: z.string() }),
      response: Empty,
      status: 202,
    }),
    pin: defineRoute({
      method: 'GET',
      path: '/pin',
      summary: 'Whether the handler can read the secret, and what settings it sees.',
      ...read,
      response: z.object({ pin: z.string().nullable(), settings: z.record(z.string(), z.unknown()) }),
    }),
    sql: defineRoute({
      method: 'POST',
      path: '/sql',
      summary: 'Runs SQL as the plugin.',
      ...write,
      body: z.object({ sql: z.string() }),
      response: z.object({ rows: z.array(z.unknown()), code: z.string().nullable() }),
    }),
    visitor: defineRoute({
      method: 'GET',
      path: '/visitors/:connectionId',
      summary: 'For a visitor of a connection.',
      access: { kind: 'connection' },
      rate: 'visitor',
      params: z.object({ connectionId: z.uuid() }),
      response: z.object({ tenant: z.string(), connection: z.string() }),
    }),
    about: defineRoute({
      method: 'GET',
      path: '/about',
      summary: 'For anyone.',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({ keys: z.array(z.string()) }),
    }),
    watch: defineRoute({
      method: 'GET',
      path: '/watch',
      summary: 'Open until the work is ended.',
      ...read,
      response: 'stream',
    }),
    forgotten: defineRoute({
      method: 'GET',
      path: '/undeclared-event',
      summary: 'Publishes what it did not declare.',
      ...read,
      response: Empty,
    }),
  },
  claims: { list: '/ledger' },
  emits: [Noted],
  on: { ticketClosed: TicketClosed, noted: Noted },
  jobs: { add: z.object({ body: z.string() }) },
  ui: {
    pages: [
      {
        path: '/livro',
        panel: 'Ledger',
        titleKey: 'title',
        nav: { group: 'work', icon: 'book' },
        when: { permission: 'ledger.write' },
      },
    ],
    slots: [{ slot: 'ticket.sidebar', panel: 'Recent', titleKey: 'title' }],
  },
})

async function insert(ctx: Pick<PluginContext, 'db' | 'tenant'>, body: string): Promise<void> {
  await ctx.db.transaction((tx) =>
    tx.query('insert into entry (tenant_id, body) values ($1, $2)', [ctx.tenant, body], 'object'),
  )
}

export default implementPlugin(definition, {
  channels: {},
  routes: {
    list: async (_request, ctx) => ({
      entries: await ctx.db.transaction(async (tx) =>
        (await tx.query('select body from entry order by id', [], 'array')).map((row) => String((row as unknown[])[0])),
      ),
    }),
    async add({ body: { body, fail } }, ctx) {
      await ctx.db.transaction(async (tx) => {
        await tx.query(
          'insert into entry (tenant_id, body) values ($1, $2)',
          [ctx.tenant, ctx.settings.prefix + body],
          'object',
        )
        await ctx.publish(Noted, { body }, { key: 'ledger' })
        if (fail) throw new Error('after the event')
      })
      return {}
    },
    async activate({ body: { body, kind } }, ctx) {
      await ctx.db.transaction(async (tx) => {
        await ctx.limits.require(
          tx,
          kind,
          async () => (await tx.query(`select 1 from entry where body like 'active %'`, [], 'array')).length,
        )
        await tx.query('insert into entry (tenant_id, body) values ($1, $2)', [ctx.tenant, `active ${body}`], 'object')
      })
      return {}
    },
    async later({ body }, ctx) {
      await ctx.enqueue('add', body)
      return {}
    },
    pin: async (_request, ctx) => ({ pin: (await ctx.secrets.get('pin')) ?? null, settings: { ...ctx.settings } }),
    async sql({ body: { sql } }, ctx) {
      try {
        return { rows: await ctx.db.transaction((tx) => tx.query(sql, [], 'object')), code: null }
      } catch (error) {
        return { rows: [], code: String((error as { code?: string }).code) }
      }
    },
    visitor: (_request, ctx) => ({ tenant: ctx.tenant, connection: ctx.connection.name }),
    about: (_request, ctx) => ({ keys: Object.keys(ctx).sort() }),
    async *watch(_request, ctx) {
      yield { data: 'open' }
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve, { once: true }))
      yield { data: 'ended' }
    },
    async forgotten(_request, ctx) {
      await ctx.publish({ ...Noted, name: 'ledger.other.v1' as never }, { body: 'x' }, { key: 'x' })
      return {}
    },
  },
  on: {
    ticketClosed: ({ ticketId }, ctx) => insert(ctx, `closed ${ticketId}`),
    noted: ({ body }, ctx) => insert(ctx, `noted ${body}`),
  },
  jobs: { add: ({ body }, ctx) => insert(ctx, `job ${body}`) },
})
