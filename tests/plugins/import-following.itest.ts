import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, saveSource, type Run } from './import-rig.ts'
import { whaticket, type OldSystem } from './import-source.ts'

let world: HookWorld
let old: OldSystem
let ana: Person
let bia: Person
let run: FollowingRun
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ;[ana, bia] = (await Promise.all([world.a.admin, world.b.admin].map((user) => world.signIn(user)))) as [
    Person,
    Person,
  ]
  old = await whaticket(world.a.user.email)
  await saveSource(ana, old.settings)
})
afterAll(async () => {
  await world.close()
  await old.drop()
})

interface FollowingRun extends Run {
  readonly caughtUpAt: string | null
  readonly followError: string | null
}
const mapping = (more: object = {}) => ({
  connections: { 1: world.channel.connectionId },
  users: { 1: world.a.user.id },
  follow: true,
  ...more,
})
const read = async (): Promise<FollowingRun> =>
  (await ana.ok<{ run: FollowingRun }>('GET', `/p/import/runs/${run.id}`)).run
/** Looks at once, and waits for the end of that pass. */
async function looked(): Promise<FollowingRun> {
  const { caughtUpAt, followError } = await read()
  await ana.ok('POST', `/p/import/runs/${run.id}/look`)
  return eventually(
    read,
    (now) =>
      now.state !== 'following' || now.caughtUpAt !== caughtUpAt || (now.followError !== null && followError === null),
    60_000,
  )
}
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const conversation = async (name: string) =>
  (await ana.ok<TicketPage>('GET', everything)).tickets.find((ticket) => ticket.name === name)
const said = async (name: string): Promise<string[]> => {
  const ticket = await conversation(name)
  const { messages } = await ana.ok<MessagePage>('GET', `/messages/${ticket!.id}`)
  return messages.map(({ body }) => body)
}
const told = () => world.database.owner`
  select name, count(*)::integer as times from (
    select tenant_id, name from bus.log union all select tenant_id, name from bus.outbox) e
   where tenant_id = ${world.a.id} and name not like 'plugin.%' group by name order by name`

describe('an import that follows the old system', () => {
  it('goes on after its end, and is one at a time', async () => {
    run = (await beginImport(ana, { mapping: mapping(), isRehearsal: false })) as FollowingRun
    expect(await ana.refused('POST', '/p/import/runs', { mapping: mapping(), isRehearsal: false })).toMatch(/^409/)
    const caughtUp = await eventually(read, ({ state }) => state === 'following', 120_000)
    expect(caughtUp).toMatchObject({ counts: { message: { made: 606 } }, error: null, followError: null })
    expect(caughtUp.caughtUpAt).not.toBeNull()
    expect(await ana.refused('POST', '/p/import/runs', { mapping: mapping(), isRehearsal: false })).toBe(
      '409 ERR_IMPORT_FOLLOWING',
    )
    expect(await bia.refused('POST', `/p/import/runs/${run.id}/look`)).toBe('404 ERR_NO_IMPORT_FOUND')
    expect(await bia.refused('POST', `/p/import/runs/${run.id}/stop`)).toBe('404 ERR_NO_IMPORT_FOUND')
    // A rehearsal writes nothing, also not later.
    const rehearsal = await beginImport(ana, { mapping: mapping(), isRehearsal: true })
    const ended = await eventually(
      async () => (await ana.ok<{ run: Run }>('GET', `/p/import/runs/${rehearsal.id}`)).run,
      ({ state }) => state !== 'running',
      120_000,
    )
    expect(ended.state).toBe('done')
  })

  it('brings what is new and what changed there, once, and tells nobody', async () => {
    const events = await told()
    await old.sql`insert into "Contacts" (id, name, number) values (2001, 'Chegou depois', '5511988887777')`
    await old.sql`
      insert into "Tickets" (id, status, "contactId", "userId", "whatsappId", "queueId")
      values (2001, 'closed', 2001, 1, 1, 1)`
    await old.sql`
      insert into "Messages" (id, body, "ticketId", "contactId", "mediaType", "quotedMsgId")
      values ('N1', 'Oi, de novo', 2001, 2001, 'chat', null), ('N2', 'Alguém aí?', 2001, 2001, 'chat', 'N1')`
    await old.sql`update "Messages" set body = 'Corrigida', "updatedAt" = now() where body = 'Mensagem 1 de 9'`
    const now = await looked()
    expect(now).toMatchObject({
      state: 'following',
      counts: { contact: { made: 124 }, ticket: { made: 123 }, message: { made: 608, changed: 1 } },
      // What there was to read is what was counted before.
      read: { message: 608 },
    })
    expect((await said('Chegou depois')).toSorted()).toEqual(['Alguém aí?', 'Oi, de novo'])
    expect(await said('Pessoa 9')).toContain('Corrigida')
    expect(await conversation('Chegou depois')).toMatchObject({ unreadMessages: 0, lastMessage: 'Alguém aí?' })
    const again = await looked()
    expect(again.counts).toEqual(now.counts)
    expect(await told()).toEqual(events)
  })

  it('goes on behind a connection that was lost, and says meanwhile that it is', async () => {
    await saveSource(ana, { ...old.settings, port: 1 })
    expect(await looked()).toMatchObject({ state: 'following', followError: 'ERR_IMPORT_CONNECTION' })
    await old.sql`
      insert into "Messages" (id, body, "ticketId", "mediaType") values ('N3', 'Enquanto isso', 2001, 'chat')`
    await saveSource(ana, old.settings)
    expect(await looked()).toMatchObject({ state: 'following', followError: null })
    expect(await said('Chegou depois')).toContain('Enquanto isso')
  })

  it('stops by itself when the tables there change, says which, and goes on by the new ones when told to', async () => {
    await old.sql`alter table "Messages" add column novo text`
    expect(await looked()).toMatchObject({ state: 'following' })
    await old.sql`alter table "Messages" rename column body to texto`
    expect(await looked()).toMatchObject({
      state: 'failed',
      error: 'ERR_IMPORT_CHANGED',
      followError: expect.stringContaining('Messages'),
    })
    expect(await ana.refused('POST', `/p/import/runs/${run.id}/resume`)).toBe('422 ERR_IMPORT_SYSTEM')
    await old.sql`alter table "Messages" rename column texto to body`
    await old.sql`alter table "Messages" alter column body type varchar`
    await old.sql`
      insert into "Messages" (id, body, "ticketId", "mediaType") values ('N4', 'Depois disso', 2001, 'chat')`
    const { caughtUpAt } = await read()
    expect(await ana.ok('POST', `/p/import/runs/${run.id}/resume`)).toMatchObject({ state: 'following', error: null })
    await eventually(read, (now) => now.caughtUpAt !== caughtUpAt, 60_000)
    expect(await said('Chegou depois')).toContain('Depois disso')
  })

  it('is switched off, reads no more, and is taken back as a whole with all that followed', async () => {
    expect(await ana.refused('POST', `/p/import/runs/${run.id}/undo`)).toBe('404 ERR_NO_IMPORT_FOUND')
    expect(await ana.ok('POST', `/p/import/runs/${run.id}/stop`)).toMatchObject({ state: 'done' })
    expect(await ana.refused('POST', `/p/import/runs/${run.id}/look`)).toBe('404 ERR_NO_IMPORT_FOUND')
    await ana.ok('POST', `/p/import/runs/${run.id}/undo`)
    await eventually(read, ({ state }) => state === 'undone', 120_000)
    expect((await ana.ok<TicketPage>('GET', everything)).tickets).toEqual([])
  })
})
