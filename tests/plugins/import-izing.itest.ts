import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, endedImport, saveSource, type Check } from './import-rig.ts'
import { izing } from './import-source.ts'

let world: HookWorld, old: Awaited<ReturnType<typeof izing>>, ana: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ana = await world.signIn(world.a.admin)
  old = await izing(world.a.user.email)
  await saveSource(ana, old.settings)
})
afterAll(async () => {
  await world.close()
  await old.drop()
})

const check = (company: string | null) => ana.ok<Check>('POST', '/p/import/check', { company })
const mapping = (company: string | null) => ({
  company,
  connections: { 1: world.channel.connectionId, 2: world.channel.connectionId },
  users: { 1: world.a.user.id },
})
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const tickets = async () => (await ana.ok<TicketPage>('GET', everything)).tickets

describe('izing, with several companies in one database', () => {
  it('tells its companies, and what the chosen one has', async () => {
    expect(await check(null)).toMatchObject({
      system: 'izing',
      companies: [
        { ref: '1', name: 'Padaria' },
        { ref: '2', name: 'Oficina' },
      ],
    })
    expect(await check('1')).toMatchObject({
      connections: [{ ref: '1', name: 'Loja' }],
      users: [{ ref: '1', email: world.a.user.email }],
      totals: { queue: 1, tag: 1, contact: 3, ticket: 3, message: 9 },
    })
    expect(await check('2')).toMatchObject({
      connections: [{ ref: '2', name: 'Pátio' }],
      totals: { ticket: 1, message: 3 },
    })
  })

  it('is not imported without a company, or of one that is not there', async () => {
    for (const company of [null, '3', "1' or true --"])
      expect(await ana.refused('POST', '/p/import/runs', { mapping: mapping(company), isRehearsal: false })).toBe(
        '422 ERR_IMPORT_COMPANY',
      )
  })

  it('S1-054 brings the chosen company alone, with its days, people and quotes', async () => {
    const run = await endedImport(ana, await beginImport(ana, { mapping: mapping('1'), isRehearsal: false }))
    expect(run).toMatchObject({
      state: 'done',
      counts: { queue: { made: 1 }, tag: { made: 1 }, contact: { made: 3 }, ticket: { made: 3 }, message: { made: 9 } },
    })
    const all = await tickets()
    expect(all.map(({ name }) => name).toSorted()).toEqual(['Pessoa 1', 'Pessoa 2', 'Pessoa 3'])
    const one = all.find(({ name }) => name === 'Pessoa 1')!
    expect(one).toMatchObject({ status: 'closed', userId: world.a.user.id, createdAt: '2024-03-01T12:00:00.000Z' })
    const { messages } = await ana.ok<MessagePage>('GET', `/messages/${one.id}`)
    const said = (body: string) => messages.find((message) => message.body === body)!
    expect(said('Mensagem 3 de 1').quotedMsgId).toBe(said('Mensagem 2 de 1').id)
    expect(said('Mensagem 2 de 1')).toMatchObject({ fromMe: true, userId: world.a.user.id })
  })

  it('another company of the same database is another source', async () => {
    const run = await endedImport(ana, await beginImport(ana, { mapping: mapping('2'), isRehearsal: false }))
    expect(run.counts).toMatchObject({ contact: { made: 1 }, ticket: { made: 1 }, message: { made: 3 } })
    expect(await tickets()).toHaveLength(4)
  })
})
