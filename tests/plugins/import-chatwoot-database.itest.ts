import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulatedConversation, SimulatedMessage } from '../../plugins/import/simulator/account.ts'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { chatwootDatabase, type ChatwootDatabase } from './import-chatwoot-source.ts'
import { beginImport, endedImport, saveSource, type Check, type Run } from './import-rig.ts'

interface FollowingRun extends Run {
  readonly caughtUpAt: string | null
  readonly followError: string | null
}
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let world: HookWorld, chatwoot: ChatwootSimulator, old: ChatwootDatabase, storage: WebSite, ana: Person, bia: Person
beforeAll(async () => {
  const plugins = ['import', 'quick-messages'].map((name) =>
    pluginFolder(join(import.meta.dirname, `../../plugins/${name}`)),
  )
  world = await hookWorld({}, plugins)
  ;[ana, bia] = await Promise.all([world.signIn(world.a.admin), world.signIn(world.b.admin)])
  chatwoot = await ChatwootSimulator.start({ agentEmail: world.a.user.email })
  old = await chatwootDatabase(chatwoot.account)
  storage = await webSite()
  storage.answer('/storage/ab/12/ab12keyofthefile', { headers: { 'content-type': 'image/png' }, body: picture })
})
afterAll(async () => {
  await world.close()
  await Promise.all([chatwoot.close(), old.drop(), storage.close()])
})

const byDatabase = (more: object = {}) => ({ ...old.settings, url: chatwoot.url, token: null, ...more })
const byApi = () => ({ url: chatwoot.url, account: 1, token: 'simulated-token', password: null })
const check = (company: string | null) => ana.ok<Check>('POST', '/p/import/check', { company })
const mapping = (more: object = {}) => ({
  company: '1',
  connections: { 1: world.channel.connectionId, 2: world.channel.connectionId },
  users: { 7: world.a.user.id },
  ...more,
})
const run = async (more: object = {}, isRehearsal = false): Promise<Run> =>
  endedImport(ana, await beginImport(ana, { mapping: mapping(more), isRehearsal }))
const undone = async ({ id }: Pick<Run, 'id'>): Promise<Run> => {
  await ana.ok('POST', `/p/import/runs/${id}/undo`)
  return eventually(
    async () => (await ana.ok<{ run: Run }>('GET', `/p/import/runs/${id}`)).run,
    ({ state }) => state === 'undone',
    120_000,
  )
}
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const tickets = async (person = ana) => (await person.ok<TicketPage>('GET', everything)).tickets
const conversation = async (name: string) => (await tickets()).find((ticket) => ticket.name === name)
const said = async (name: string) =>
  (await ana.ok<MessagePage>('GET', `/messages/${(await conversation(name))!.id}`)).messages
const whole = { contact: { made: 41 }, ticket: { made: 41 }, message: { made: 252 }, quickMessage: { made: 2 } }
const nothingNew = {
  contact: { made: 0, changed: 0, known: 41 },
  ticket: { made: 0, changed: 0, known: 41 },
  message: { made: 0, changed: 0, known: 252 },
  quickMessage: { made: 0, changed: 0, known: 2 },
}

describe('the database of Chatwoot', () => {
  it('S8-163 S8-164 is told from others, and what is missing or wrong is said', async () => {
    expect(await ana.refused('POST', '/p/import/check', {})).toBe('422 ERR_IMPORT_SOURCE_REQUIRED')
    for (const wrong of [
      { port: 1 },
      { user: 'nobody_there' },
      { database: 'not_there' },
      { host: '169.254.169.254' },
    ]) {
      await saveSource(ana, byDatabase(wrong))
      expect(await ana.refused('POST', '/p/import/check', {}), JSON.stringify(wrong)).toBe('502 ERR_IMPORT_CONNECTION')
    }
    await saveSource(ana, byDatabase())
    await old.sql`alter table conversations rename column display_id to number`
    expect(await ana.refused('POST', '/p/import/check', {})).toBe('422 ERR_IMPORT_SYSTEM')
    await old.sql`alter table conversations rename column number to display_id`
  })

  it('is described by its accounts, and by what the chosen one has', async () => {
    expect(await check(null)).toMatchObject({
      system: 'chatwoot',
      companies: [
        { ref: '1', name: 'Loja' },
        { ref: '2', name: 'Outra empresa' },
      ],
      connections: [],
    })
    expect(await check('1')).toMatchObject({
      connections: [
        { ref: '1', name: 'WhatsApp' },
        { ref: '2', name: 'Site' },
      ],
      users: [{ ref: '7', email: world.a.user.email, profile: 'administrator', proposed: 'admin' }, { ref: '8' }],
      files: false,
      totals: { queue: 1, tag: 1, quickMessage: 2, contact: 40, ticket: 41, message: 252 },
    })
    expect(await check('2')).toMatchObject({ connections: [{ ref: '900' }], totals: { ticket: 1, message: 1 } })
    for (const company of [null, '3', "1' or true --"])
      expect(await ana.refused('POST', '/p/import/runs', { mapping: mapping({ company }), isRehearsal: false })).toBe(
        '422 ERR_IMPORT_COMPANY',
      )
  })

  it('a rehearsal counts what is there and what is wrong with it, and writes nothing', async () => {
    const connections = { 1: world.channel.connectionId }
    expect(await run({ connections }, true)).toMatchObject({
      state: 'done',
      read: { queue: 1, tag: 1, contact: 40, ticket: 41, message: 252 },
      counts: {},
      problems: { connectionLeftOut: 10 },
    })
    expect(await tickets()).toEqual([])
  })

  it('S1-054 is imported twice and nothing is there twice, nor of the other account', async () => {
    const first = await run()
    expect(first).toMatchObject({ state: 'done', error: null, counts: whole })
    expect((await run()).counts).toMatchObject(nothingNew)
    expect((await tickets()).map(({ name }) => name)).not.toContain('Cliente alheio')
    expect(await tickets(bia)).toEqual([])

    const one = (await conversation('Cliente 1'))!
    expect(one).toMatchObject({
      status: 'closed',
      userId: world.a.user.id,
      createdAt: '2024-03-01T12:00:00.000Z',
      unreadMessages: 0,
    })
    const all = await said('Cliente 3')
    const named = (body: string) => all.find((message) => message.body === body)!
    expect(named('Mensagem 3 de Cliente 3').quotedMsgId).toBe(named('Mensagem 1 de Cliente 3').id)
    expect(named('Mensagem 2 de Cliente 3')).toMatchObject({ fromMe: true, userId: world.a.user.id })
    const bodies = (await said('Cliente 2')).map(({ body }) => body)
    expect(bodies).toContain('[foto da loja.png]')
    expect(bodies).not.toContain('só entre nós')
    expect(bodies).not.toContain('Conversa resolvida')
    expect((await tickets()).map(({ name }) => name)).toContain('quiet-river-7')
    expect(await ana.ok('GET', '/fastreply')).toContainEqual(
      expect.objectContaining({ key: 'bom-dia', message: 'Bom dia, {{firstName}}! Aqui é {{agent}}.' }),
    )
  })

  it('is the same source as its API: what began with one goes on with the other', async () => {
    await saveSource(ana, byApi())
    expect(await run({ from: 'chatwoot', company: null })).toMatchObject({ state: 'done', counts: nothingNew })
    const [first] = (await ana.ok<Run[]>('GET', '/p/import/runs')).filter(({ counts }) => counts['ticket']?.made)
    expect(await undone(first!)).toMatchObject({ kept: 0 })
    expect(await tickets()).toEqual([])

    const api = await run({ from: 'chatwoot', company: null })
    expect(api).toMatchObject({ state: 'done', counts: whole })
    await saveSource(ana, byDatabase())
    expect(await run()).toMatchObject({ state: 'done', counts: nothingNew })
    await undone(api)
    expect(await tickets()).toEqual([])
  })

  it('S8-165 a failure in the middle is told, and the import goes on where it was', async () => {
    await old.sql`alter table messages rename to messages_there`
    await old.sql.unsafe(`
      create function fails() returns text language plpgsql stable as $$ begin raise exception 'broken page'; end $$;
      create view messages as
        select id, account_id, inbox_id, conversation_id, message_type, private, content_attributes, sender_type,
               sender_id, created_at, updated_at, case when id = 200 then fails() else content end as content
          from messages_there`)
    const failed = await run()
    expect(failed).toMatchObject({ state: 'failed', error: 'ERR_IMPORT_FAILED', counts: { ticket: { made: 41 } } })
    await old.sql`drop view messages`
    await old.sql`alter table messages_there rename to messages`
    const resumed = await endedImport(ana, await ana.ok<Run>('POST', `/p/import/runs/${failed.id}/resume`))
    expect(resumed).toMatchObject({ state: 'done', error: null, counts: whole })
    await undone(resumed)
  })

  it('brings the files of its storage where that has an address, and counts them as missing otherwise', async () => {
    const without = await run({ files: true })
    expect(without).toMatchObject({ state: 'done', problems: { fileMissing: 1 } })
    await saveSource(ana, byDatabase({ filesUrl: `http://127.0.0.1:${storage.port}/storage` }))
    expect(await check('1')).toMatchObject({ files: true })
    const withFiles = await run({ files: true })
    expect(withFiles).toMatchObject({ state: 'done', counts: { file: { made: 1 } }, problems: {} })
    const [file] = (await said('Cliente 2')).flatMap(({ media }) => media)
    expect(Buffer.from(await (await fetch(world.base + file!.url!)).arrayBuffer())).toEqual(picture)
    await undone(withFiles)
    await undone(without)
  })
})

describe('an import that follows the database of Chatwoot', () => {
  let following: FollowingRun
  const read = async (): Promise<FollowingRun> =>
    (await ana.ok<{ run: FollowingRun }>('GET', `/p/import/runs/${following.id}`)).run
  /** Looks at once, and waits for the end of that pass. */
  async function looked(): Promise<FollowingRun> {
    const { caughtUpAt } = await read()
    await ana.ok('POST', `/p/import/runs/${following.id}/look`)
    return eventually(
      read,
      (now) => now.state !== 'following' || now.caughtUpAt !== caughtUpAt || now.followError !== null,
      60_000,
    )
  }
  const of = (id: number): SimulatedConversation => chatwoot.account.conversations.find((one) => one.id === id)!
  const message = (id: number, content: string, more: Partial<SimulatedMessage> = {}): SimulatedMessage => ({
    id,
    content,
    message_type: 0,
    private: false,
    created_at: Math.floor(Date.now() / 1_000) - 1,
    content_attributes: {},
    ...more,
  })

  it('brings what is new and what changed there, once', async () => {
    following = (await beginImport(ana, { mapping: mapping({ follow: true }), isRehearsal: false })) as FollowingRun
    const caughtUp = await eventually(read, ({ state }) => state !== 'running', 120_000)
    expect(caughtUp).toMatchObject({ state: 'following', counts: whole, followError: null })
    // A visitor who was there before writes for the first time.
    await old.sql`
      insert into contacts (id, name, account_id, created_at, updated_at)
      values (901, 'late-river-8', 1, '2024-01-01', '2024-01-01')`
    await old.sql`
      insert into conversations (id, account_id, inbox_id, contact_id, display_id, created_at, updated_at,
        last_activity_at)
      select 1042, 1, 1, 901, 42, t, t, t from (select now() at time zone 'UTC' as t) n`
    await old.say({ ...of(1), id: 42 }, message(20_000, 'Oi, primeira vez'))
    await old.say(of(5), message(20_001, 'E o pedido?'))
    await old.say(of(5), message(20_002, 'Já sai', { message_type: 1, content_attributes: { in_reply_to: 20_001 } }))
    // A message is deleted there without any other activity.
    await old.sql`
      update messages set content_attributes = '"{\\"deleted\\":true}"', updated_at = now() at time zone 'UTC'
       where content = 'Mensagem 2 de Cliente 7'`
    const now = await looked()
    expect(now).toMatchObject({
      state: 'following',
      followError: null,
      counts: { contact: { made: 42 }, ticket: { made: 42 }, message: { made: 255, changed: 1 } },
    })
    expect((await said('late-river-8')).map(({ body }) => body)).toEqual(['Oi, primeira vez'])
    const all = await said('Cliente 5')
    expect(all.find(({ body }) => body === 'Já sai')!.quotedMsgId).toBe(
      all.find(({ body }) => body === 'E o pedido?')!.id,
    )
    const left = await said('Cliente 7')
    expect(left.map(({ body }) => body)).not.toContain('Mensagem 2 de Cliente 7')
    expect(left.filter(({ isDeleted }) => isDeleted)).toHaveLength(1)
    expect((await looked()).counts).toEqual(now.counts)
  })

  it('stops when the tables there change, goes on when told to, and is taken back as a whole', async () => {
    await old.sql`alter table messages alter column content type varchar`
    expect(await looked()).toMatchObject({
      state: 'failed',
      error: 'ERR_IMPORT_CHANGED',
      followError: 'messages.content',
    })
    const { caughtUpAt } = await read()
    await ana.ok('POST', `/p/import/runs/${following.id}/resume`)
    await eventually(read, (now) => now.caughtUpAt !== caughtUpAt, 60_000)
    expect(await ana.ok('POST', `/p/import/runs/${following.id}/stop`)).toMatchObject({ state: 'done' })
    expect(await undone(following)).toMatchObject({ kept: 0 })
    expect(await tickets()).toEqual([])
  })
})
