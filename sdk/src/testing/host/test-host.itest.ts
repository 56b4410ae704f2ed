import { defineEvent, definePlugin, defineRoute, implementPlugin, type PluginModule } from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { expectApart } from './apart.ts'
import { openHostDatabase } from './host-database.ts'
import { enteredPlatform } from './entered-platform.ts'
import { TestCompany } from './test-company.ts'
import { testHost } from './test-host.ts'

const databaseUrl = (inject('cluster' as never) as { url: string }).url
const root = mkdtempSync(join(tmpdir(), 'recado-test-host-'))
afterAll(() => rmSync(root, { recursive: true }))

function folderWith(...migrations: readonly string[]): string {
  const folder = join(mkdtempSync(join(root, 'case-')), 'notes')
  mkdirSync(join(folder, 'migrations'), { recursive: true })
  for (const [index, sql] of migrations.entries())
    writeFileSync(join(folder, 'migrations', `000${index + 1}-notes.sql`), sql)
  return folder
}
const table =
  'create table plg_notes.note (tenant_id uuid not null, id uuid not null default gen_random_uuid(), text text ' +
  'not null, primary key (tenant_id, id));'
const words = { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' }
const Note = z.object({ id: z.uuid(), text: z.string() })
const Written = defineEvent('notes.written.v1', z.object({ id: z.uuid() }))
const Arrived = defineEvent('message.received.v1', z.object({ ticketId: z.string() }))
const definition = definePlugin({
  id: 'notes',
  version: '1.0.0',
  host: '^1.0.0',
  publisher: 'Tests',
  title: words,
  description: words,
  tier: 'free',
  settings: z.object({
    prefix: z.string().max(20).default('> '),
    key: z.string().min(6).optional().meta({ secret: true }),
  }),
  permissions: { write: { titleKey: 'x', roles: ['admin'] } },
  channels: {},
  routes: {
    list: defineRoute({
      method: 'GET',
      path: '/notes',
      summary: 'x',
      access: { kind: 'session', permission: 'notes.write' },
      rate: 'read',
      query: z.object({ like: z.string().optional() }),
      response: z.array(Note),
    }),
    write: defineRoute({
      method: 'POST',
      path: '/notes',
      summary: 'x',
      access: { kind: 'session', permission: 'notes.write' },
      rate: 'write',
      body: z.object({ text: z.string() }),
      response: Note,
      status: 201,
    }),
    one: defineRoute({
      method: 'GET',
      path: '/notes/:id',
      summary: 'x',
      access: { kind: 'public' },
      rate: 'read',
      params: z.object({ id: z.string() }),
      response: z.object({ id: z.string() }),
    }),
  },
  claims: { list: '/all-notes' },
  emits: [Written],
  on: { arrived: Arrived },
  jobs: { tidy: z.object({ left: z.int() }) },
})
const good = implementPlugin(definition, {
  channels: {},
  routes: {
    list: (_request, ctx) =>
      ctx.db.transaction(
        async (tx) =>
          (await tx.query('select id, text from note order by text', [], 'object')) as z.output<typeof Note>[],
      ),
    write: async ({ body }, ctx) => {
      const [note] = (await ctx.db.transaction((tx) =>
        tx.query(
          'insert into note (tenant_id, text) values ($1, $2) returning id, text',
          [ctx.tenant, ctx.settings.prefix + body.text],
          'object',
        ),
      )) as [z.output<typeof Note>]
      await ctx.publish(Written, { id: note.id }, { key: note.id })
      return note
    },
    one: ({ params }) => params,
  },
  on: {
    async arrived({ ticketId }, ctx) {
      await ctx.core.messages.send(ticketId as never, [{ kind: 'text', text: 'Oi', format: 'plain' }], { key: 'hello' })
    },
  },
  jobs: {
    async tidy({ left }, ctx) {
      if (left > 0) await ctx.enqueue('tidy', { left: left - 1 }, { key: 'tidy' })
    },
  },
})

describe('one plugin on the test host', () => {
  const host = testHost({ plugin: good, folder: folderWith(table), databaseUrl })

  test('answers its routes for each company, with its own settings and rows', async () => {
    host.b.save({ prefix: '# ' })
    expect(await host.a.ask('POST', '/p/notes/notes', { body: { text: 'eins' } })).toMatchObject({
      status: 201,
      body: { text: '> eins' },
    })
    expect(await host.b.ask('POST', '/p/notes/notes', { body: { text: 'dois' } })).toMatchObject({
      body: { text: '# dois' },
    })
    expect((await host.a.ask('GET', '/all-notes')).body).toMatchObject([{ text: '> eins' }])
    expect(host.a.events).toMatchObject([{ name: 'notes.written.v1' }])
    expect(await host.a.ask('GET', '/p/notes/notes/7', { role: null })).toEqual({ status: 200, body: { id: '7' } })
  })
  test('refuses as the product does', async () => {
    const error = async (...asked: Parameters<TestCompany['ask']>) => (await host.a.ask(...asked)).body
    expect(await error('POST', '/p/notes/notes', { body: { text: 'x' }, role: 'user' })).toEqual({
      error: 'ERR_NO_PERMISSION',
    })
    expect(await error('GET', '/p/notes/notes', { role: null })).toEqual({ error: 'ERR_SESSION_ENDED' })
    expect(await error('POST', '/p/notes/notes', { body: { text: 'x', more: 1 } })).toMatchObject({
      error: 'ERR_VALIDATION',
    })
    expect(await error('GET', '/p/notes/nothing/at/all')).toEqual({ error: 'ERR_NOT_FOUND' })
    expect(() => host.a.save({ prefix: 7 })).toThrow('ERR_VALIDATION')
  })
  test('delivers events as often as they may come, and runs jobs until there are none', async () => {
    await host.a.deliver(Arrived, { ticketId: 't1' }, { times: 3 })
    expect(host.a.core.sent).toHaveLength(1)
    await host.a.context().enqueue('tidy' as never, { left: 3 } as never)
    expect(await host.a.work()).toBe(4)
  })
  test('a plugin that the host would refuse does not begin', () => {
    expect(() => testHost({ plugin: good, folder: root, tenants: 1 })).toThrow('two')
  })
})

describe('what is not kept apart is noticed', () => {
  const open = async (plugin: PluginModule, ...migrations: string[]) => {
    const folder = folderWith(...migrations)
    const database = await openHostDatabase('notes', folder, databaseUrl)
    const parts = { plugin, database, hosts: {}, installation: () => enteredPlatform(plugin.definition, {}) }
    return { database, a: new TestCompany(parts), b: new TestCompany(parts) }
  }
  const leaking = async (plugin: PluginModule, ...migrations: string[]): Promise<string> => {
    const { database, a, b } = await open(plugin, ...migrations)
    try {
      for (const company of [a, b]) {
        await company.ask('POST', '/p/notes/notes', { body: { text: 'x' } })
        await company.ask('GET', '/p/notes/notes')
      }
      return await expectApart([a, b], database).then(
        () => 'nothing',
        (error: Error) => error.message,
      )
    } finally {
      await database.close()
    }
  }
  const kept: z.output<typeof Note>[] = []

  test('nothing, where all is well', async () => {
    expect(await leaking(good, table)).toBe('nothing')
  })
  test('answers that are kept in the process', async () => {
    const remembering = implementPlugin(definition, {
      ...good.implementation,
      routes: {
        ...good.implementation.routes,
        async write(request: never, ctx: never) {
          kept.push((await good.implementation.routes.write(request, ctx)) as never)
          return kept.at(-1)
        },
        list: () => kept,
      },
    } as never)
    expect(await leaking(remembering, table)).toContain('what only one company can know was seen in another')
  })
  test('a policy that opens the wall', async () => {
    expect(
      await leaking(good, `${table} create policy everybody on plg_notes.note using (true) with check (true);`),
    ).toContain('rows of note that a company sees which has none')
  })
  test('secrets that travel', async () => {
    const { database, a, b } = await open(good, table)
    a.save({ key: 'the key of a alone' })
    b.events.push({ name: 'notes.written.v1', key: 'x', data: { key: 'the key of a alone' } })
    await expect(expectApart([a, b], database)).rejects.toThrow('what only one company can know')
    b.events.length = 0
    a.said.push({ id: randomUUID() })
    await expect(expectApart([a, b], database)).resolves.toBeUndefined()
    await database.close()
  })
  test('a table without a company has no wall, and says so', async () => {
    await expect(
      openHostDatabase('notes', folderWith('create table plg_notes.note (text text)'), databaseUrl),
    ).rejects.toThrow(
      'the wall between companies cannot stand around plg_notes.note: column "tenant_id" does not exist',
    )
    await expect(
      openHostDatabase(
        'notes',
        folderWith(table, 'create view plg_notes.all_notes as select * from note'),
        databaseUrl,
      ),
    ).rejects.toThrow('the view all_notes is not "with (security_invoker = true)"')
    await expect(openHostDatabase('notes', folderWith('create tabel x'), databaseUrl)).rejects.toThrow(
      'the migration 0001-notes.sql fails',
    )
  })
})
