import { join } from 'node:path'
import type { ContactPage, MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { whaticket, type OldSystem } from './import-source.ts'

interface Count {
  readonly made: number
  readonly changed: number
  readonly known: number
}
interface Run {
  readonly id: string
  readonly state: string
  readonly stage: string
  readonly read: Readonly<Record<string, number>>
  readonly counts: Readonly<Record<string, Count>>
  readonly problems: Readonly<Record<string, number>>
  readonly error: string | null
  readonly kept: number
}
interface Check {
  readonly system: string
  readonly connections: readonly { readonly ref: string; readonly name: string }[]
  readonly users: readonly { readonly ref: string; readonly email: string }[]
  readonly totals: Readonly<Record<string, number>>
  readonly places: { readonly users: readonly { readonly id: string; readonly email: string }[] }
}

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

const save = (person: Person, settings: Readonly<Record<string, unknown>>) =>
  person.ok('PUT', '/api/plugins/import', { settings })
const everything =
  '/tickets/?status[]=open&status[]=pending&status[]=closed&status[]=group&limit=200&showAll=true'
const tickets = async (person = ana!) => (await person.ok<TicketPage>('GET', everything)).tickets
const mapping = (more: object = {}) => ({
  connections: { 1: world.channel.connectionId },
  users: { 1: world.a.user.id },
  ...more,
})
async function ended(run: Run, person = ana!): Promise<Run> {
  return eventually(
    async () => (await person.ok<{ run: Run }>('GET', `/p/import/runs/${run.id}`)).run,
    ({ state }) => state !== 'running' && state !== 'undoing',
    60_000,
  )
}
const begin = (body: object, person = ana!) => person.ok<Run>('POST', '/p/import/runs', body)
const rows = async () => {
  const [row] = await world.database.owner<{ contacts: number; tickets: number; messages: number }[]>`
    select (select count(*)::integer from core.contact where tenant_id = ${world.a.id}) as contacts,
           (select count(*)::integer from core.ticket where tenant_id = ${world.a.id}) as tickets,
           (select count(*)::integer from core.message where tenant_id = ${world.a.id}) as messages`
  return row!
}

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
    const [events] = await world.database.owner<{ last: string }[]>`select coalesce(max(event_id::text), '') as last from bus.log`
    const first = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(first).toMatchObject({ state: 'done', error: null })
    expect(first.counts).toMatchObject({
      contact: { made: 123, known: 1 },
      ticket: { made: 123 },
      message: { made: 606 },
    })
    const before = await rows()
    const second = await ended(await begin({ mapping: mapping(), isRehearsal: false }))
    expect(second).toMatchObject({ state: 'done' })
    expect(second.counts).toMatchObject({
      contact: { made: 0, changed: 0, known: 124 },
      ticket: { made: 0, changed: 0, known: 123 },
      message: { made: 0, changed: 0, known: 606 },
    })
    expect(await rows()).toEqual(before)
    void events
  })
})

void bia
void (null as unknown as ContactPage | MessagePage)
void tickets
