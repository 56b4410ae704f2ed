import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, endedImport, saveSource as save, type Check, type Run } from './import-rig.ts'
import { whaticket, type OldSystem } from './import-source.ts'

let world: HookWorld
let old: OldSystem
let [ana, ugo, bia]: Person[] = []
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
  old = await whaticket(world.a.user.email)
})
afterAll(async () => {
  await world.close()
  await old.drop()
})

const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&status[]=group&limit=200&showAll=true'
const tickets = async (person = ana!) => (await person.ok<TicketPage>('GET', everything)).tickets
const mapping = (more: object = {}) => ({
  connections: { 1: world.channel.connectionId },
  users: { 1: world.a.user.id },
  ...more,
})
const ended = (run: Run, person = ana!) => endedImport(person, run)
const begin = (body: object, person = ana!) => beginImport(person, body)
const rows = async () => {
  const [row] = await world.database.owner<{ contacts: number; tickets: number; messages: number }[]>`
    select (select count(*)::integer from core.contact where tenant_id = ${world.a.id}) as contacts,
           (select count(*)::integer from core.ticket where tenant_id = ${world.a.id}) as tickets,
           (select count(*)::integer from core.message where tenant_id = ${world.a.id}) as messages`
  return row!
}

/** Events of the company, by name. */
const told = () => world.database.owner`
  select name, count(*)::integer as times from (
    select tenant_id, name from bus.log union all select tenant_id, name from bus.outbox) e
   where tenant_id = ${world.a.id} and name not like 'plugin.%' group by name order by name`

describe('the source', () => {
  it('S8-163 without an address nothing is read, and agents have no access', async () => {
    expect(await ana!.call('POST', '/p/import/check', {})).toMatchObject({
      status: 422,
      body: { error: 'ERR_IMPORT_SOURCE_REQUIRED' },
    })
    expect(await ugo!.call('POST', '/p/import/check', {})).toMatchObject({ status: 403 })
  })

  it('S8-164 a server that does not answer, or refuses the login, is no connection', async () => {
    await save(ana!, { ...old.settings, port: 1 })
    expect(await ana!.call('POST', '/p/import/check', {})).toMatchObject({
      status: 502,
      body: { error: 'ERR_IMPORT_CONNECTION' },
    })
    // Inside of somebody's network, where this installation allows nothing but itself.
    await save(ana!, { ...old.settings, host: '169.254.169.254' })
    expect(await ana!.call('POST', '/p/import/check', {})).toMatchObject({ body: { error: 'ERR_IMPORT_CONNECTION' } })
    await save(ana!, { ...old.settings, password: 'another', user: 'nobody_there' })
    expect(await ana!.call('POST', '/p/import/check', {})).toMatchObject({ body: { error: 'ERR_IMPORT_CONNECTION' } })
    await save(ana!, { ...old.settings, database: 'not_there' })
    expect(await ana!.call('POST', '/p/import/check', {})).toMatchObject({ body: { error: 'ERR_IMPORT_CONNECTION' } })
  })

  it('what it holds is told before anything is read', async () => {
    await save(ana!, old.settings)
    const check = await ana!.ok<Check>('POST', '/p/import/check', {})
    expect(check).toMatchObject({
      system: 'whaticket',
      connections: [
        { ref: '1', name: 'Loja' },
        { ref: '2', name: 'Antigo' },
      ],
      totals: { queue: 2, contact: 125, ticket: 126, message: 608 },
    })
    expect(check.places.users.map(({ email }) => email)).toContain(world.a.user.email)
  })
})

describe('an import', () => {
  it('a rehearsal counts and names faults, and writes nothing', async () => {
    const before = await rows()
    const run = await ended(await begin({ mapping: mapping(), isRehearsal: true }))
    expect(run).toMatchObject({ state: 'done', read: { contact: 125, ticket: 126, message: 608 }, counts: {} })
    expect(run.problems).toMatchObject({ groupLeftOut: 2, connectionLeftOut: 1, textCut: 1 })
    expect(await rows()).toEqual(before)
  })

  it('S1-054 S7-097 a whaticket database is imported twice and nothing is there twice', async () => {
    const events = await told()
    const first = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(first).toMatchObject({ state: 'done', error: null })
    expect(first.counts).toMatchObject({
      contact: { made: 123, known: 1 },
      ticket: { made: 122 },
      message: { made: 606 },
    })
    const before = await rows()
    const second = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(second).toMatchObject({ state: 'done' })
    expect(second.counts).toMatchObject({
      contact: { made: 0, changed: 0, known: 124 },
      ticket: { made: 0, changed: 0, known: 122 },
      message: { made: 0, changed: 0, known: 606 },
    })
    expect(await rows()).toEqual(before)
    expect(await told()).toEqual(events)
  })

  it('what was said is read as it was, by whom it may be, and nothing is unread', async () => {
    const all = await tickets()
    const one = all.find(({ name }) => name === 'Pessoa 20')!
    expect(one).toMatchObject({
      status: 'closed',
      unreadMessages: 0,
      userId: world.a.user.id,
      createdAt: '2024-03-02T08:00:00.000Z',
      lastMessage: 'Mensagem 5 de 20',
    })
    const { messages } = await ana!.ok<MessagePage>('GET', `/messages/${one.id}`)
    expect(messages.map(({ body, fromMe }) => `${fromMe ? 'nós' : 'cliente'}: ${body}`).toSorted()).toEqual([
      'cliente: Mensagem 1 de 20',
      'cliente: Mensagem 3 de 20',
      'cliente: Mensagem 5 de 20',
      'nós: Mensagem 2 de 20',
      'nós: Mensagem 4 de 20',
    ])
    const said = (body: string) => messages.find((message) => message.body === body)!
    expect(said('Mensagem 3 de 20').quotedMsgId).toBe(said('Mensagem 2 de 20').id)
    // Two rows of one number are one person, with both conversations.
    expect(all.filter(({ name }) => name === 'Pessoa 1')).toHaveLength(2)
    const odd = await ana!.ok<MessagePage>('GET', `/messages/${all.find(({ name }) => name === 'Torto')!.id}`)
    expect(odd.messages).toHaveLength(6)
    expect(odd.messages.find(({ body }) => body.startsWith('xxx'))?.body).toHaveLength(60_000)
    expect(odd.messages.find(({ body }) => body.includes('foto.jpg'))?.body).toBe('[foto.jpg]')
    expect(await tickets(bia!)).toEqual([])
    expect(await bia!.ok('GET', '/p/import/runs')).toEqual([])
  })

  it('the numbers of reports are those of the past', async () => {
    await world.app.sweepFacts()
    const [facts] = await world.database.owner<{ tickets: number; messages: number }[]>`
      select (select count(*)::integer
                from core.ticket_fact
               where tenant_id = ${world.a.id} and closed_at < '2025-01-01') as tickets,
             (select sum(messages)::integer
                from core.message_fact
               where tenant_id = ${world.a.id} and hour < '2025-01-01') as messages`
    expect(facts).toEqual({ tickets: 122, messages: 604 })
  })

  it('what changed in the old system is changed here by the next import, and nothing else', async () => {
    await old.sql`update "Contacts" set name = 'Pessoa 7, casada' where id = 7`
    await old.sql`update "Messages" set body = 'corrigida' where body = 'Mensagem 1 de 7'`
    const before = await rows()
    const run = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(run.counts).toMatchObject({ contact: { changed: 1 }, ticket: { changed: 0 }, message: { changed: 1 } })
    expect(await rows()).toEqual(before)
    const one = (await tickets()).find(({ name }) => name === 'Pessoa 7, casada')!
    const { messages } = await ana!.ok<MessagePage>('GET', `/messages/${one.id}`)
    expect(messages.map(({ body }) => body)).toContain('corrigida')
  })

  it('is taken back as a whole, but for what somebody went on with', async () => {
    const runs = await ana!.ok<Run[]>('GET', '/p/import/runs')
    const first = runs.filter(({ counts }) => (counts['message']?.made ?? 0) > 0)
    expect(first).toHaveLength(1)
    const kept = (await tickets()).find(({ name }) => name === 'Pessoa 30')!
    await ana!.ok('PUT', `/tickets/${kept.id}`, { status: 'open', userId: world.a.admin.id })
    await ana!.ok('POST', `/messages/${kept.id}`, { body: 'Voltamos a falar' })
    const undone = await ended(await ana!.ok<Run>('POST', `/p/import/runs/${first[0]!.id}/undo`))
    expect(undone).toMatchObject({ state: 'undone', kept: 3, problems: { changedByOther: 2 } })
    const { faults } = await ana!.ok<{ faults: { kind: string; ref: string; problem: string }[] }>(
      'GET',
      `/p/import/runs/${first[0]!.id}`,
    )
    expect(faults.filter(({ problem }) => problem === 'changedByOther').map(({ kind }) => kind)).toEqual([
      'contact',
      'message',
    ])
    const { entries } = await ana!.ok<{ entries: { action: string; subject: string; user: { id: string } | null }[] }>(
      'GET',
      '/audit?limit=100',
    )
    expect(entries.filter(({ action }) => action === 'imports.undo')).toMatchObject([
      { subject: first[0]!.id, user: { id: world.a.admin.id } },
    ])
    expect(await rows()).toEqual({ contacts: 1, tickets: 1, messages: 1 })
    const [left] = await tickets()
    expect(left).toMatchObject({ name: 'Pessoa 30', queueId: expect.any(String) as string })
  })

  it('goes on where a node left it, and ends as if it had never stopped', async () => {
    const held = await old.holdMessages()
    const { id } = await begin({ mapping: mapping({ keepOpen: true }), isRehearsal: false })
    const now = async () => (await ana!.ok<{ run: Run }>('GET', `/p/import/runs/${id}`)).run
    await eventually(now, ({ stage }) => stage === 'message')
    expect(await ana!.refused('POST', '/p/import/runs', { mapping: mapping(), isRehearsal: false })).toBe(
      '409 ERR_IMPORT_RUNNING',
    )
    expect(await bia!.refused('GET', `/p/import/runs/${id}`)).toBe('404 ERR_NO_IMPORT_FOUND')
    await world.restart()
    await held.release()
    const run = await ended(await now())
    expect(run).toMatchObject({ state: 'done', read: { contact: 125, ticket: 126, message: 608 } })
    // The conversation that somebody went on with is still known.
    expect(run.counts).toMatchObject({ ticket: { made: 121, known: 1 }, message: { made: 606 } })
    const all = await tickets()
    expect(all.filter(({ status }) => status === 'open').map(({ userId }) => userId)).toContain(world.a.user.id)
    expect(all.every(({ unreadMessages }) => unreadMessages === 0)).toBe(true)
  })

  it('S8-165 an import that fails in the middle says so, and goes on when it is told to', async () => {
    await old.sql`alter view "Messages" rename to "Messages_lost"`
    await old.sql`
      create view "Messages" as
      select id, (1 / (length(id) - length(id)))::text as body, "ticketId", "fromMe", "isDeleted",
        "mediaType", "mediaUrl", "quotedMsgId", "createdAt", "updatedAt" from "Messages_lost"`
    const run = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(run).toMatchObject({ state: 'failed', error: 'ERR_IMPORT_FAILED', stage: 'message' })
    await old.sql`drop view "Messages"`
    await old.sql`alter view "Messages_lost" rename to "Messages"`
    expect(await ended(await ana!.ok<Run>('POST', `/p/import/runs/${run.id}/resume`))).toMatchObject({ state: 'done' })
  })
})
