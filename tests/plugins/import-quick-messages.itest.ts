import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { beginImport, endedImport, saveSource, type Check, type Run } from './import-rig.ts'
import { izing, whaticket, type OldSystem } from './import-source.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const menu = Buffer.from('%PDF-1.4\n%%EOF\n')
const plugins = ['import', 'quick-messages'].map((name) =>
  pluginFolder(join(import.meta.dirname, `../../plugins/${name}`)),
)
let world: HookWorld
let old: OldSystem
let oldIzing: Awaited<ReturnType<typeof izing>>
let chatwoot: ChatwootSimulator
let ana: Person
let bia: Person
beforeAll(async () => {
  world = await hookWorld({}, plugins)
  ;[ana, bia] = await Promise.all([world.signIn(world.a.admin), world.signIn(world.b.admin)])
  old = await whaticket(world.a.user.email)
  oldIzing = await izing(world.a.user.email)
  chatwoot = await ChatwootSimulator.start({ agentEmail: world.a.user.email })
  await old.sql.unsafe(`
    create table "QuickMessages" (id serial primary key, shortcode varchar(255), message text, "userId" integer,
      geral boolean default false, "mediaPath" varchar(255), "mediaName" varchar(255),
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now())`)
  await old.sql`
    insert into "QuickMessages" (id, shortcode, message, "userId", geral, "mediaPath") values
      (1, '/bom dia', 'Bom dia, {{firstName}}!', 1, true, null),
      (2, 'pix', 'A chave é pix@loja.example', 1, false, null),
      (3, 'pix', 'De quem saiu', 2, false, null), (4, 'foto', null, 1, true, 'foto.png'),
      (5, 'cardapio', 'Veja o cardápio', 1, true, 'cardapio.pdf'), (6, ' / ', 'sem nome', 1, true, null),
      (7, 'vazia', '', 1, true, null), (8, 'ocupado', 'O texto de antes', 1, true, null),
      (9, 'igual', 'O mesmo texto', 1, true, null), (10, 'longa', repeat('x', 20000), 1, true, null),
      (11, 'alheia', 'De ninguém daqui', 99, false, null)`
})
afterAll(async () => {
  await world.close()
  await Promise.all([old.drop(), oldIzing.drop(), chatwoot.close()])
})

interface Ready {
  readonly id: string
  readonly key: string
  readonly message: string
  readonly scope: string
}
const mapping = (more: object = {}) => ({
  connections: { 1: world.channel.connectionId },
  users: { 1: world.a.user.id },
  invites: { 2: 'user' },
  ...more,
})
const run = async (isRehearsal = false, more: object = {}): Promise<Run> =>
  endedImport(ana, await beginImport(ana, { mapping: mapping(more), isRehearsal }))
const undone = async ({ id }: Run): Promise<Run> => {
  await ana.ok('POST', `/p/import/runs/${id}/undo`)
  return eventually(
    async () => (await ana.ok<{ run: Run }>('GET', `/p/import/runs/${id}`)).run,
    ({ state }) => state === 'undone',
    120_000,
  )
}
const ready = (person: Person = ana) => person.ok<Ready[]>('GET', '/fastreply')
const keys = async (person?: Person) => (await ready(person)).map(({ key }) => key).toSorted()
const write = (key: string, message: string) =>
  ana.ok<Ready>('POST', '/p/quick-messages/fastreply', { key, message, scope: 'global' })
const faults = { keyTaken: 1, keyInvalid: 1, fileLeftOut: 2, textMissing: 1, ownerUnknown: 1 }

describe('quick messages of whaticket', () => {
  let first: Run

  it('are counted before, and a rehearsal names what is wrong with them and writes none', async () => {
    await write('ocupado', 'O texto daqui')
    await write('igual', 'O mesmo texto')
    await saveSource(ana, old.settings)
    expect((await ana.ok<Check>('POST', '/p/import/check', {})).totals['quickMessage']).toBe(11)
    expect(await run(true)).toMatchObject({
      state: 'done',
      read: { quickMessage: 11 },
      problems: { fileLeftOut: 2, textMissing: 1, ownerUnknown: 1 },
    })
    expect(await keys()).toEqual(['igual', 'ocupado'])
  })

  it('come along once, for everybody or for whose they are, and leave those of here as they are', async () => {
    first = await run()
    expect(first).toMatchObject({ state: 'done', counts: { quickMessage: { made: 5, known: 1 } }, problems: faults })
    expect(await keys()).toEqual(['bom-dia', 'cardapio', 'igual', 'longa', 'ocupado'])
    const all = await ready()
    const text = (key: string) => all.find((one) => one.key === key)!
    expect(text('bom-dia')).toMatchObject({ message: 'Bom dia, {{firstName}}!', scope: 'global' })
    expect(text('ocupado').message).toBe('O texto daqui')
    expect(text('longa').message).toHaveLength(10_000)
    const own = (await ready(await world.signIn(world.a.user))).filter(({ scope }) => scope === 'personal')
    expect(own).toMatchObject([{ key: 'pix', message: 'A chave é pix@loja.example' }])
    expect(await ready(bia)).toEqual([])
  })

  it('are there once however often they are imported, and change as they change there, unless changed here', async () => {
    const mine = (await ready()).find(({ key }) => key === 'cardapio')!
    await ana.ok('PUT', `/p/quick-messages/fastreply/${mine.id}`, {
      key: 'cardapio',
      message: 'Cardápio novo',
      scope: 'global',
    })
    await old.sql`update "QuickMessages" set message = message || ' (novo)' where id in (1, 5)`
    const second = await run()
    expect(second.counts['quickMessage']).toEqual({ made: 0, changed: 1, known: 5 })
    const all = await ready()
    expect(all.find(({ key }) => key === 'bom-dia')!.message).toBe('Bom dia, {{firstName}}! (novo)')
    expect(all.find(({ key }) => key === 'cardapio')!.message).toBe('Cardápio novo')
    expect(await undone(second)).toMatchObject({ problems: { changedByThis: 1 } })
    expect(await keys()).toEqual(['bom-dia', 'cardapio', 'igual', 'longa', 'ocupado'])
  })

  it('are taken back with the rest, but for what somebody has changed', async () => {
    expect(await undone(first)).toMatchObject({ kept: 1 })
    expect(await keys()).toEqual(['cardapio', 'igual', 'ocupado'])
    expect(await ready(await world.signIn(world.a.user))).toHaveLength(3)
    const again = await run()
    expect(again.counts['quickMessage']).toMatchObject({ made: 4, known: 2 })
    await undone(again)
  })

  it('stay where they are while the plugin that has them is off, and the run says so', async () => {
    await ana.ok('PUT', '/api/plugins/quick-messages', { enabled: false })
    const off = await run()
    expect(off).toMatchObject({ state: 'done', problems: { quickMessagesOff: 11 }, counts: { contact: { made: 123 } } })
    await ana.ok('PUT', '/api/plugins/quick-messages', { enabled: true })
    await undone(off)
  })
})

describe('files of quick messages', () => {
  let site: WebSite
  beforeAll(async () => {
    site = await webSite()
    const png = { headers: { 'content-type': 'image/png' }, body: picture }
    // Where versions of whaticket keep them: in a folder of their own, or beside all others.
    site.answer('/public/quickMessage/foto.png', png)
    site.answer('/public/tabela.pdf', { headers: { 'content-type': 'application/pdf' }, body: menu })
    site.answer('/public/grande.png', { ...png, body: Buffer.concat([picture, Buffer.alloc(11_000_000)]) })
    await old.sql`
      insert into "QuickMessages" (id, shortcode, message, "userId", geral, "mediaPath") values
        (20, 'grande', 'Grande demais', 1, true, 'grande.png'), (21, 'sumiu', 'Sem o arquivo', 1, true, 'sumiu.png'),
        (22, 'tabela', 'Veja a tabela', 1, true, 'tabela.pdf')`
    // Of messages nothing is asked here.
    await old.sql`update "Messages" set "mediaUrl" = null`
    await saveSource(ana, { ...old.settings, filesUrl: `http://127.0.0.1:${site.port}/public` })
  })
  afterAll(() => site.close())

  interface WithFile extends Ready {
    readonly parts: readonly {
      readonly text: string
      readonly file: { readonly name: string; readonly mime: string; readonly url: string } | null
    }[]
  }
  const whole = async () =>
    (await ana.ok<{ messages: WithFile[] }>('GET', '/p/quick-messages/messages?limit=100')).messages
  const partOf = async (key: string) => (await whole()).find((one) => one.key === key)?.parts[0]
  const fetched = async (key: string) =>
    Buffer.from(await (await fetch(world.base + (await partOf(key))!.file!.url)).arrayBuffer())
  let first: Run

  it('a rehearsal does not fetch them', async () => {
    const { asked } = site
    expect(await run(true, { files: true })).toMatchObject({ state: 'done', problems: { textMissing: 1 } })
    expect(asked).toEqual([])
  })

  it('come along where they are asked for, and what does not come is counted and named', async () => {
    first = await run(false, { files: true })
    expect(first).toMatchObject({
      state: 'done',
      counts: { file: { made: 2, known: 0 } },
      // The file of the message of before is missing as well.
      problems: { fileMissing: 2, fileRefused: 1 },
    })
    expect(first.problems).not.toHaveProperty('fileLeftOut')
    expect(await partOf('foto')).toMatchObject({ text: '', file: { name: 'foto.png', mime: 'image/png' } })
    expect(await fetched('foto')).toEqual(picture)
    expect(await partOf('tabela')).toMatchObject({ file: { name: 'tabela.pdf', mime: 'application/pdf' } })
    expect(await fetched('tabela')).toEqual(menu)
    expect(await partOf('grande')).toMatchObject({ text: 'Grande demais', file: null })
    expect(await partOf('sumiu')).toMatchObject({ text: 'Sem o arquivo', file: null })
  })

  it('are fetched once, stay when a later import does not ask for them, and are nobody else’s', async () => {
    const asked = site.times('/public/quickMessage/foto.png')
    site.answer('/public/quickMessage/sumiu.png', { headers: { 'content-type': 'image/png' }, body: picture })
    const second = await run(false, { files: true })
    expect(second.counts).toMatchObject({ file: { made: 1, known: 2 }, quickMessage: { made: 0, changed: 1 } })
    expect(site.times('/public/quickMessage/foto.png')).toBe(asked)
    expect(await fetched('sumiu')).toEqual(picture)
    const without = await run()
    expect(without.counts['quickMessage']).toMatchObject({ made: 0, changed: 0 })
    expect(await fetched('tabela')).toEqual(menu)
    await world.database.owner`
      update core.upload set created_at = now() - interval '25 hours' where tenant_id = ${world.a.id}`
    await world.app.sweepUploads()
    expect(await fetched('foto')).toEqual(picture)
    expect(await ready(bia)).toEqual([])
    await undone(second)
  })

  it('go with the import, but for the message that somebody has changed', async () => {
    const { id } = (await whole()).find(({ key }) => key === 'tabela')!
    await ana.ok('PUT', `/p/quick-messages/fastreply/${id}`, { key: 'tabela', message: 'Meu', scope: 'global' })
    await undone(first)
    expect(await partOf('foto')).toBeUndefined()
    expect(await partOf('tabela')).toMatchObject({ text: 'Meu' })
    expect(await fetched('tabela')).toEqual(menu)
    await ana.ok('DELETE', `/p/quick-messages/fastreply/${id}`)
  })
})

describe('quick messages of izing and Chatwoot', () => {
  it('of izing are those of the company that was chosen, and everybody’s', async () => {
    await saveSource(ana, oldIzing.settings)
    expect((await ana.ok<Check>('POST', '/p/import/check', { company: '1' })).totals['quickMessage']).toBe(1)
    const only = await run(false, { company: '1' })
    expect(only).toMatchObject({ state: 'done', counts: { quickMessage: { made: 1, known: 0 } } })
    expect((await ready()).find(({ key }) => key === 'horario')).toMatchObject({ scope: 'global' })
    await undone(only)
  })

  it('of Chatwoot are its canned responses, with the names of here', async () => {
    await saveSource(ana, { url: chatwoot.url, account: 1, token: 'simulated-token', password: null })
    const only = await run(false, { from: 'chatwoot', users: {}, invites: { 8: 'user' } })
    expect(only).toMatchObject({ state: 'done', counts: { quickMessage: { made: 2 }, user: { made: 1 } } })
    expect((await ready()).filter(({ key }) => key === 'bom-dia' || key === 'pix')).toMatchObject([
      { message: 'Bom dia, {{firstName}}! Aqui é {{agent}}.' },
      { message: 'A chave é pix@loja.example, {{contact.custom_attribute.nome}}.' },
    ])
    interface Listed {
      readonly name: string
      readonly queues: ReadonlyArray<{ readonly name?: string; readonly queue?: string }>
    }
    const { users } = await ana.ok<{ users: Listed[] }>('GET', '/users?pageNumber=1')
    expect(JSON.stringify(users.find(({ name }) => name === 'Caio de antes')?.queues)).toContain('equipe de vendas')
    expect(await undone(only)).toMatchObject({ kept: 0 })
  })
})
