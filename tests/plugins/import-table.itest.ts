import { join } from 'node:path'
import { book } from '../../core/src/contacts/bulk/workbook.rig.ts'
import type { BellPage, MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, endedImport, type Check, type Run } from './import-rig.ts'

interface Uploaded {
  readonly id: string
  readonly name: string
  readonly columns: readonly string[]
  readonly guess: readonly string[]
  readonly rows: number
  readonly sample: readonly (readonly string[])[]
}
interface TableCheck extends Check {
  readonly sample: readonly { readonly row: number; readonly problems: readonly string[] }[]
}

let world: HookWorld, ana: Person, ugo: Person, bia: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ;[ana, ugo, bia] = (await Promise.all(
    [world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)),
  )) as [Person, Person, Person]
})
afterAll(() => world.close())

const form = (content: string | Uint8Array, name = 'antigo.csv'): FormData => {
  const data = new FormData()
  data.append('file', new File([content as BlobPart], name))
  return data
}
const upload = (content: string | Uint8Array, name?: string) =>
  ana.ok<Uploaded>('POST', '/p/import/tables', form(content, name))
const choice = (table: Uploaded, more: object = {}) => ({
  file: table.id,
  name: 'antigo',
  columns: table.guess,
  ...more,
})
const check = (table: Uploaded, more?: object) =>
  ana.ok<TableCheck>('POST', '/p/import/tables/check', { table: choice(table, more) })
const run = async (
  table: Uploaded,
  { isRehearsal = false, ...more }: { isRehearsal?: boolean; columns?: string[] } = {},
) => {
  const mapping = {
    table: choice(table, more),
    connections: { table: world.channel.connectionId },
    users: { 'ugo de antes': world.a.user.id },
  }
  return endedImport(ana, await beginImport(ana, { mapping, isRehearsal }))
}
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const tickets = async () => (await ana.ok<TicketPage>('GET', everything)).tickets

const heading = 'Protocolo;Telefone;Nome;Fila;Tags;Data;Atendente;Direção;Mensagem'
const conversation = [
  'P-1;(11) 98765-4321;João Ávila;Vendas;vip, novo;01/03/2024 09:00;;cliente;"Bom dia; ainda têm?"',
  'P-1;(11) 98765-4321;João Ávila;Vendas;vip, novo;01/03/2024 09:05;Ugo de antes;atendente;"Temos, sim.\n' +
    'Quer reservar?"',
  'P-1;(11) 98765-4321;João Ávila;Vendas;vip, novo;01/03/2024 09:06;;cliente;=HYPERLINK("http://mau.example")',
  'P-2;5521999990000;Bia;Suporte;;02/03/2024;;cliente;Olá',
  ';5521999990001;Sem conversa;;;;;;',
  'P-3;;;;;02/03/2024;;cliente;de quem?',
  'P-2;5521999990000;Bia;Suporte;;ontem;;cliente;sem dia',
]
const csv = [heading, ...conversation].join('\r\n')

describe('a table of conversations', () => {
  it('is read whatever its encoding and separator are, and its columns are guessed', async () => {
    for (const content of [csv, `\uFEFF${csv}`, Buffer.from(csv, 'latin1')]) {
      const table = await upload(content)
      expect(table).toMatchObject({ name: 'antigo.csv', rows: 7, columns: heading.split(';') })
      expect(table.guess).toEqual([
        'ticketId',
        'contactNumber',
        'contactName',
        'ticketQueue',
        'ticketTags',
        'messageTime',
        'user',
        'messageDirection',
        'messageText',
      ])
      expect(table.sample[0]).toContain('João Ávila')
      expect(table.sample[0]).toContain('Bom dia; ainda têm?')
      await ana.ok('DELETE', `/p/import/tables/${table.id}`)
    }
    expect(await ana.ok('GET', '/p/import/tables')).toEqual([])
  })

  it('what cannot be read is refused by name', async () => {
    const refused = (content: string | Uint8Array) => ana.refused('POST', '/p/import/tables', form(content))
    expect(await refused('')).toMatch(/^422 ERR_(CONTACT_IMPORT_FILE|NO_FILE_UPLOADED)$/)
    expect(await refused('só um título')).toBe('422 ERR_CONTACT_IMPORT_FILE')
    expect(await refused(Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe('422 ERR_CONTACT_IMPORT_FILE')
    expect(await refused(Array.from({ length: 101 }, (_, at) => `c${at}`).join(';') + '\n1')).toBe(
      '422 ERR_CONTACT_IMPORT_ROWS',
    )
    expect(await refused(`a;b\n"${'x'.repeat(1_100_000)};1`)).toBe('422 ERR_CONTACT_IMPORT_TEXT')
    expect(await ugo.refused('POST', '/p/import/tables', form(csv))).toMatch(/^403/)
  })

  it('says what it would become, and what is wrong with it, before anything is written', async () => {
    const table = await upload(csv)
    const found = await check(table)
    expect(found).toMatchObject({
      system: 'table',
      users: [{ ref: 'ugo de antes' }],
      totals: { queue: 2, tag: 2, contact: 3, ticket: 3, message: 7 },
    })
    expect(found.sample.filter(({ problems }) => problems.length > 0)).toEqual([{ row: 7, problems: ['dateInvalid'] }])
    const wrong = { table: choice(table, { columns: table.guess.map(() => 'ignore') }) }
    expect(await ana.refused('POST', '/p/import/tables/check', wrong)).toBe('422 ERR_IMPORT_COLUMNS')
    // Nobody else's.
    expect(await bia.ok('GET', '/p/import/tables')).toEqual([])
    expect(await bia.refused('POST', '/p/import/tables/check', { table: choice(table) })).toBe(
      '404 ERR_NO_IMPORT_TABLE',
    )
    expect(await bia.refused('DELETE', `/p/import/tables/${table.id}`)).toBe('404 ERR_NO_IMPORT_TABLE')
    const rehearsed = await run(table, { isRehearsal: true })
    expect(rehearsed).toMatchObject({ state: 'done', counts: {}, read: { contact: 3, ticket: 3, message: 6 } })
    expect(await tickets()).toEqual([])
    expect(await ana.ok<Uploaded[]>('GET', '/p/import/tables')).toHaveLength(1)
  })

  it('becomes contacts, tickets and messages, and is gone', async () => {
    const [table] = await ana.ok<Uploaded[]>('GET', '/p/import/tables')
    const done = await run(table!)
    expect(done).toMatchObject({
      state: 'done',
      system: 'table',
      counts: {
        queue: { made: 0, known: 2 },
        tag: { made: 2 },
        contact: { made: 3 },
        ticket: { made: 2 },
        message: { made: 4 },
      },
      problems: { contactUnknown: 1, ticketUnknown: 1, dateInvalid: 1 },
    })
    expect(await ana.ok('GET', '/p/import/tables')).toEqual([])
    const all = await tickets()
    expect(all.map(({ name }) => name).toSorted()).toEqual(['Bia', 'João Ávila'])
    const one = all.find(({ name }) => name === 'João Ávila')!
    expect(one).toMatchObject({ status: 'closed', createdAt: '2024-03-01T12:00:00.000Z', userId: world.a.user.id })
    const { messages } = await ana.ok<MessagePage>('GET', `/messages/${one.id}`)
    expect(messages.map(({ body, fromMe }) => [fromMe, body])).toEqual(
      expect.arrayContaining([
        [false, 'Bom dia; ainda têm?'],
        [true, 'Temos, sim.\nQuer reservar?'],
        [false, '=HYPERLINK("http://mau.example")'],
      ]),
    )
  })

  it('tells who began it by the bell, with what came, and nobody else', async () => {
    const of = async (person: Person) =>
      (await person.ok<BellPage>('GET', '/notifications/entries')).entries.filter(({ kind }) => kind === 'plugin')
    const [entry, ...others] = await eventually(
      () => of(ana),
      (entries) => entries.length > 0,
    )
    expect(others, 'a rehearsal tells nothing').toEqual([])
    expect(entry).toMatchObject({
      read: false,
      notice: { plugin: 'import', textKey: 'bell.done', isFailure: false },
    })
    expect(Object.keys(entry!.notice!.facts).toSorted()).toEqual(['contacts', 'messages', 'tickets'])
    expect(entry!.notice!.facts['contacts']).toBeGreaterThan(0)
    expect(await of(ugo)).toEqual([])
    expect(await of(bia)).toEqual([])
  })

  it('S1-054 brought again it makes nothing twice, and what was added since is added', async () => {
    const later = 'P-1;(11) 98765-4321;João Ávila;Vendas;vip, novo;01/03/2024 10:00;;cliente;Obrigado'
    const again = await run(await upload([csv, later].join('\r\n'), 'de novo.csv'))
    expect(again.counts).toMatchObject({
      contact: { made: 0, changed: 0, known: 3 },
      ticket: { made: 0 },
      message: { made: 1, changed: 0, known: 4 },
    })
    expect(await tickets()).toHaveLength(2)
  })

  it('a workbook is the same, with its days as numbers', async () => {
    const cells = (...values: string[]) =>
      '<row>' +
      `${values
        .map((value) =>
          /^\d+(\.\d+)?$/.test(value) ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
        )
        .join('')}</row>`
    const bytes = await book(
      cells('Protocolo', 'Nome', 'Data', 'Mensagem') + cells('X-1', 'Caio', '45352.5', 'Da planilha'),
    )
    const done = await run(await upload(bytes, 'antigo.xlsx'))
    expect(done.counts).toMatchObject({ contact: { made: 1 }, ticket: { made: 1 }, message: { made: 1 } })
    const one = (await tickets()).find(({ name }) => name === 'Caio')!
    expect(one.createdAt).toBe('2024-03-01T15:00:00.000Z')
  })

  it('a hundred thousand rows are taken in portions', async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, at) =>
        `L-${at % 200};55119${String(10_000_000 + (at % 200))};Pessoa ${at % 200};Muitos;;01/03/2024 ` +
        `09:00;;cliente;linha ${at}`,
    )
    const table = await upload([heading, ...rows].join('\n'), 'muitos.csv')
    expect(table.rows).toBe(100_000)
    const rehearsed = await run(table, { isRehearsal: true })
    expect(rehearsed).toMatchObject({ state: 'done', read: { contact: 200, ticket: 200, message: 100_000 } })
  }, 180_000)

  it('is taken back as a whole', async () => {
    const runs = await ana.ok<(Run & { isRehearsal: boolean })[]>('GET', '/p/import/runs')
    for (const { id } of runs.filter(({ isRehearsal }) => !isRehearsal))
      expect(await endedImport(ana, await ana.ok<Run>('POST', `/p/import/runs/${id}/undo`))).toMatchObject({
        state: 'undone',
      })
    expect(await tickets()).toEqual([])
  })
})
