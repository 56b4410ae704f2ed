import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { hasMariadb, Mariadb } from '../harness/mariadb.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { onMysql, type OldMysql } from './import-mysql-source.ts'
import { beginImport, endedImport, saveSource, type Check } from './import-rig.ts'
import { whaticket, type OldSystem } from './import-source.ts'

const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'

describe.skipIf(!hasMariadb())('whaticket on MySQL or MariaDB', () => {
  let world: HookWorld, postgres: OldSystem, old: OldMysql, ana: Person
  beforeAll(async () => {
    const plugins = ['import', 'quick-messages'].map((name) =>
      pluginFolder(join(import.meta.dirname, `../../plugins/${name}`)),
    )
    world = await hookWorld({}, plugins)
    ana = await world.signIn(world.a.admin)
    postgres = await whaticket(world.a.user.email)
    old = await onMysql(postgres, await Mariadb.start())
  }, 120_000)
  afterAll(async () => {
    await world?.close()
    await postgres?.drop()
    await old?.server[Symbol.asyncDispose]()
  })

  const check = () => ana.call('POST', '/p/import/check', {})
  const mapping = () => ({ connections: { 1: world.channel.connectionId }, users: { 1: world.a.user.id } })

  it('is described as the same on PostgreSQL', async () => {
    await saveSource(ana, old.settings)
    const there = await ana.ok<Check>('POST', '/p/import/check', {})
    await saveSource(ana, { ...postgres.settings, engine: 'postgres' })
    expect(there).toEqual(await ana.ok<Check>('POST', '/p/import/check', {}))
  })

  it('S8-164 a refused login, an unknown database and a closed port are no connection', async () => {
    const noConnection = { status: 502, body: { error: 'ERR_IMPORT_CONNECTION' } }
    for (const wrong of [
      { password: 'outra' },
      { database: 'not_there' },
      { port: 1 },
      { host: '169.254.169.254' },
      // This server offers no TLS.
      { tls: 'require' },
    ]) {
      await saveSource(ana, { ...old.settings, ...wrong })
      expect(await check(), JSON.stringify(wrong)).toMatchObject(noConnection)
    }
  })

  it('a server that demands TLS is read by TLS', async () => {
    await using server = await Mariadb.start({ tls: true })
    const { settings } = await onMysql(postgres, server)
    await server.admin.query(`alter user leitor@'%' require ssl`)
    await saveSource(ana, { ...settings, tls: 'off' })
    expect(await check()).toMatchObject({ status: 502 })
    for (const tls of ['prefer', 'require']) {
      await saveSource(ana, { ...settings, tls })
      expect(await check(), tls).toMatchObject({ status: 200 })
    }
  })

  it('nothing can be written to it', async () => {
    await saveSource(ana, old.settings)
    const { admin } = old.server
    await admin.query(`
      create table Traces (id int); rename table Queues to Queues_there;
      create function leaves() returns int modifies sql data begin insert into Traces values (1); return 1; end;
      create view Queues as select id, name, leaves() as color from Queues_there where leaves() = 1`)
    const traces = async () => (await admin.query('select * from Traces'))[0]
    await check()
    expect(await traces()).toEqual([])
    await admin.query('select count(*) from Queues')
    expect(await traces()).not.toEqual([])
    await admin.query('drop view Queues; rename table Queues_there to Queues')
  })

  it('S1-054 is imported twice and nothing is there twice', async () => {
    const run = await endedImport(ana, await beginImport(ana, { mapping: mapping(), isRehearsal: false }))
    expect(run).toMatchObject({ state: 'done', error: null, read: { contact: 125, ticket: 126, message: 608 } })
    expect(run.counts).toMatchObject({
      contact: { made: 123, known: 1 },
      ticket: { made: 122 },
      message: { made: 606 },
    })
    const second = await endedImport(ana, await beginImport(ana, { mapping: mapping(), isRehearsal: false }))
    expect(second.counts).toMatchObject({
      contact: { made: 0, changed: 0, known: 124 },
      ticket: { made: 0, changed: 0, known: 122 },
      message: { made: 0, changed: 0, known: 606 },
    })
  })

  it('quick messages are everybody’s where they are shared, and their author’s otherwise', async () => {
    await old.server.admin.query(`
      create table whaticket.QuickMessages (id int primary key auto_increment, shortcode varchar(255), message text,
        userId int, geral tinyint(1) not null default 0, mediaPath varchar(255));
      insert into whaticket.QuickMessages (shortcode, message, userId, geral) values
        ('bom dia', 'Bom dia!', 1, 1), ('pix', 'A chave', 1, 0), ('saiu', 'De quem saiu', 2, 0)`)
    const run = await endedImport(ana, await beginImport(ana, { mapping: mapping(), isRehearsal: false }))
    expect(run).toMatchObject({
      state: 'done',
      counts: { quickMessage: { made: 2, changed: 0, known: 0 } },
      problems: { ownerUnknown: 1 },
    })
    const user = await world.signIn(world.a.user)
    expect(await user.ok('GET', '/fastreply')).toMatchObject([
      { key: 'bom-dia', scope: 'global' },
      { key: 'pix', scope: 'personal' },
    ])
  })

  it('times are those of the zone in which the old system wrote them', async () => {
    const { tickets } = await ana.ok<TicketPage>('GET', everything)
    const one = tickets.find(({ name }) => name === 'Pessoa 20')!
    expect(one).toMatchObject({ createdAt: '2024-03-02T08:00:00.000Z', userId: world.a.user.id })
    const { messages } = await ana.ok<MessagePage>('GET', `/messages/${one.id}`)
    const said = (body: string) => messages.find((message) => message.body === body)!
    expect(said('Mensagem 3 de 20').quotedMsgId).toBe(said('Mensagem 2 de 20').id)
    expect(messages).toHaveLength(5)
  })
})
