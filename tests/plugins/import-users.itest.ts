import { join } from 'node:path'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, endedImport, saveSource, type Run } from './import-rig.ts'
import { whaticket, type OldSystem } from './import-source.ts'

let world: HookWorld
let old: OldSystem
let ana: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ana = await world.signIn(world.a.admin)
  old = await whaticket(world.a.user.email)
  await old.sql`alter table "Users" add column profile varchar(255) default 'user'`
  await old.sql`update "Users" set profile = 'admin', "passwordHash" = '$2a$08$hashofbefore' where id = 2`
  await old.sql`
    insert into "Users" (id, name, email, profile) values
      (3, 'De outra empresa', ${world.b.admin.email}, 'user'), (4, 'Sem endereço', '', 'user'),
      (5, 'Chefe', 'Chefe@Antes.example', 'supervisor')`
  await old.sql`create table "UserQueues" ("userId" integer, "queueId" integer)`
  await old.sql`insert into "UserQueues" values (2, 1), (5, 1)`
  await saveSource(ana, old.settings)
})
afterAll(async () => {
  await world.close()
  await old.drop()
})

interface Found {
  readonly users: readonly { readonly ref: string; readonly profile: string; readonly proposed: string }[]
}
interface Listed {
  readonly id: string
  readonly name: string
  readonly profile: string
  readonly queues: readonly unknown[]
}
const mapping = (more: object = {}) => ({
  connections: { 1: world.channel.connectionId },
  users: { 1: world.a.user.id },
  invites: { 2: 'admin', 3: 'user', 4: 'user', 5: 'super' },
  ...more,
})
const people = async () => (await ana.ok<{ users: Listed[] }>('GET', '/users?pageNumber=1')).users
const named = async (name: string) => (await people()).find((user) => user.name === name)
const tickets = async () =>
  (await ana.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'))
    .tickets
const run = async (isRehearsal: boolean, more: object = {}): Promise<Run> =>
  endedImport(ana, await beginImport(ana, { mapping: mapping(more), isRehearsal }))

describe('users of the old system', () => {
  it('are shown before, with what they were there and what that is here', async () => {
    const { users } = await ana.ok<Found>('POST', '/p/import/check', {})
    expect(users.map(({ ref, profile, proposed }) => [ref, profile, proposed])).toEqual([
      ['1', 'user', 'user'],
      ['2', 'admin', 'admin'],
      ['3', 'user', 'user'],
      ['4', 'user', 'user'],
      ['5', 'supervisor', 'super'],
    ])
    const before = await people()
    const rehearsal = await run(true)
    expect(rehearsal).toMatchObject({ state: 'done', read: { user: 4 }, problems: { emailInvalid: 1 } })
    expect(await people()).toEqual(before)
    expect(
      await ana.refused('POST', '/p/import/runs', {
        mapping: mapping({ invites: { 2: 'master' } }),
        isRehearsal: true,
      }),
    ).toMatch(/^422 ERR_VALIDATION/)
  })

  it('come as invited, without a password, once, in their queues, and have what they said', async () => {
    const first = await run(false)
    expect(first).toMatchObject({
      state: 'done',
      counts: { user: { made: 2, known: 0 } },
      problems: { emailInvalid: 1, emailTaken: 1 },
    })
    const gone = (await named('Quem saiu'))!
    expect(gone).toMatchObject({ profile: 'admin', isActive: false, email: 'saiu@antes.example' })
    expect(gone.queues).toHaveLength(1)
    expect(await named('Chefe')).toMatchObject({ profile: 'super', email: 'chefe@antes.example' })
    const { owner } = world.database
    const [kept] = await owner<{ hash: string }[]>`
      select password_hash as hash from core.user_account where id = ${gone.id}`
    expect(kept!.hash).toBe('!')

    // Of an odd number is who left: the conversation is theirs, and an open one waits for somebody.
    const closed = (await tickets()).find(({ name }) => name === 'Pessoa 7')!
    expect(closed.userId).toBe(gone.id)
    const second = await run(false)
    expect(second.counts).toMatchObject({ user: { made: 0, known: 2 }, ticket: { made: 0, changed: 0 } })
  })

  it('are taken back with the import, and their addresses are free again', async () => {
    const runs = await ana.ok<Run[]>('GET', '/p/import/runs')
    const first = runs.find(({ counts }) => (counts['user']?.made ?? 0) > 0)!
    const undone = await endedImport(ana, await ana.ok<Run>('POST', `/p/import/runs/${first.id}/undo`))
    expect(undone).toMatchObject({ state: 'undone' })
    expect(await named('Quem saiu')).toBeUndefined()
    expect(await named('Chefe')).toBeUndefined()
    expect(await tickets()).toEqual([])
    expect(await run(false)).toMatchObject({ counts: { user: { made: 2 } } })
  })
})
