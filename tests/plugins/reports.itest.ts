import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Contact, MessagePage, Tag, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvRows } from '../../core/src/contacts/bulk/csv-rows.ts'
import { xlsxRows } from '../../core/src/contacts/bulk/xlsx-rows.ts'
import { hookWorld, type HookChannel, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}
interface ContactRow {
  readonly id: string
  readonly name: string
  readonly number: string | null
  readonly state: string | null
  readonly celebratedOn: string | null
  readonly age: number | null
}
interface TicketRow {
  readonly id: string
  readonly contact: string
  readonly openedAt: string
  readonly firstAnsweredAt: string | null
  readonly closedAt: string | null
}
type TicketPageOf = Page<TicketRow> & { readonly period: { readonly from: string; readonly to: string } }

let world: HookWorld
/** Administrator, agent and supervisor of one company; the administrator of the other one. */
let [ana, ugo, sofia, bia]: Person[] = []
let tag: Tag

beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/reports'))])
  ;[ana, ugo, sofia, bia] = await Promise.all(
    [world.a.admin, world.a.user, world.a.supervisor, world.b.admin].map((user) => world.signIn(user)),
  )
  tag = await ana!.ok<Tag>('POST', '/tags', { tag: 'Cliente', color: '#112233' })
})
afterAll(() => world.close())

const made = (values: object, person = ana!) => person.ok<Contact>('POST', '/contacts', values)
const paged = <P = Page<ContactRow>>(path: string, person = ana!) => person.ok<P>('GET', `/p/reports/${path}`)
/** All rows of a report, in pages of so many. */
async function all<Row>(path: string, limit: number, person = ana!): Promise<{ rows: Row[]; pages: number }> {
  const rows: Row[] = []
  let pages = 0
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page<Row> = await paged<Page<Row>>(
      `${path}limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      person,
    )
    rows.push(...page.rows)
    pages++
    cursor = page.nextCursor
  }
  return { rows, pages }
}
async function file(path: string, person = ana!): Promise<string[][]> {
  const response = await fetch(`${world.base}/p/reports/${path}`, { headers: person.credentials })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${Buffer.from(bytes).toString()}`)
  const rows: string[][] = []
  for await (const row of path.includes('xlsx') ? xlsxRows(bytes) : csvRows(bytes)) rows.push(row)
  return rows
}
const named = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)
const areaNumber = (area: string) => `+55${area}9${randomInt(60_000_000, 99_999_999)}`

describe('reports of contacts', () => {
  it('S2-063 S7-087 lists all contacts a page at a time, and the file has the same rows', async () => {
    const wanted = Array.from({ length: 105 }, (_, at) => `Lista ${String(at).padStart(3, '0')}`)
    for (const name of wanted) await made({ name })
    await made({ name: 'Lista da outra' }, bia!)
    const { rows, pages } = await all<ContactRow>('contacts?searchParam=Lista&', 50)
    expect([named(rows), pages]).toEqual([wanted, 3])
    for (const format of ['csv', 'xlsx']) {
      const [heading, ...cells] = await file(
        `contacts/file?searchParam=Lista&format=${format}&columns=name&columns=age`,
      )
      // The age belongs to the report of birthdays alone.
      expect(heading).toEqual(['Nome'])
      expect(cells.flat()).toEqual(wanted)
    }
  })

  it('writes what a spreadsheet would compute as text, separated as it expects', async () => {
    await made({ name: '=1+1;x', tagIds: [tag.id] })
    const response = await fetch(
      `${world.base}/p/reports/contacts-by-tags/file?tagIds=${tag.id}&columns=name&columns=tags`,
      {
        headers: ana!.credentials,
      },
    )
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\uFEFFNome;Etiquetas\r\n"\'=1+1;x";Cliente\r\n')
  })

  it('S5-100 S2-064 finds by tags, of which one has to be chosen', async () => {
    await made({ name: 'Com etiqueta', tagIds: [tag.id] })
    expect(named((await paged(`contacts-by-tags?tagIds=${tag.id}`)).rows)).toContain('Com etiqueta')
    for (const path of ['contacts-by-tags', 'contacts-by-tags/file'])
      expect(await ana!.refused('GET', `/p/reports/${path}`)).toBe('422 ERR_REPORT_NEEDS_TAG')
    // A tag of the other company is nobody's here.
    expect((await paged(`contacts-by-tags?tagIds=${tag.id}`, bia!)).rows).toEqual([])
  })

  it('S5-099 S2-065 finds by states, of which one has to be chosen', async () => {
    await made({ name: 'Paulista', number: areaNumber('11') })
    await made({ name: 'Santista', number: areaNumber('13') })
    await made({ name: 'Acreana', number: areaNumber('68') })
    await made({ name: 'Lisboeta', number: '+351912345678' })
    const ofState = async (query: string) => (await paged(`contacts-by-states?${query}`)).rows
    expect((await ofState('states=SP')).map(({ name, state }) => [name, state])).toEqual([
      ['Paulista', 'SP'],
      ['Santista', 'SP'],
    ])
    expect(named(await ofState('states=SP&states=AC'))).toEqual(['Acreana', 'Paulista', 'Santista'])
    for (const path of ['contacts-by-states', 'contacts-by-states/file'])
      expect(await ana!.refused('GET', `/p/reports/${path}`)).toBe('422 ERR_REPORT_NEEDS_STATE')
    expect(await ana!.refused('GET', '/p/reports/contacts-by-states?states=XX')).toBe('422 ERR_VALIDATION')
  })

  it('S5-101 S2-066 finds birthdays in a month or a period, also over the end of the year and on 29 February', async () => {
    const born = { 'Nasceu 28': '1990-02-28', 'Nasceu 29': '1992-02-29', 'Nasceu 1': '1993-03-01' }
    for (const [name, birthdayDate] of Object.entries(born)) await made({ name, birthdayDate })
    await made({ name: 'Véspera', birthdayDate: '1980-12-31' })
    await made({ name: 'Ano novo', birthdayDate: '1981-01-01' })
    const days = async (query: string) =>
      (await paged(`birthdays?${query}`)).rows.map(({ name, celebratedOn, age }) => [name, celebratedOn, age])
    expect(await days('from=2026-12-20&to=2027-01-10')).toEqual([
      ['Véspera', '2026-12-31', 46],
      ['Ano novo', '2027-01-01', 46],
    ])
    expect(await days('from=2026-02-28&to=2026-02-28')).toEqual([
      ['Nasceu 28', '2026-02-28', 36],
      ['Nasceu 29', '2026-02-28', 34],
    ])
    expect(await days('from=2028-02-28&to=2028-02-28')).toEqual([['Nasceu 28', '2028-02-28', 38]])
    expect(await days('from=2026-03-01&to=2026-03-01')).toEqual([['Nasceu 1', '2026-03-01', 33]])
    expect((await days('month=2')).map(([name]) => name)).toEqual(['Nasceu 28', 'Nasceu 29'])
    // A page ends between the years, and the next one goes on there.
    const { rows, pages } = await all<ContactRow>('birthdays?from=2026-12-20&to=2027-03-10&', 1)
    expect([named(rows), pages]).toEqual([['Véspera', 'Ano novo', 'Nasceu 28', 'Nasceu 29', 'Nasceu 1'], 5])
    for (const query of ['', '?from=2026-01-01', '?to=2026-01-01'])
      expect(await ana!.refused('GET', `/p/reports/birthdays${query}`)).toBe('422 ERR_REPORT_NEEDS_PERIOD')
    for (const query of ['from=2026-02-02&to=2026-02-01', 'from=2026-01-01&to=2027-01-01'])
      expect(await ana!.refused('GET', `/p/reports/birthdays?${query}`)).toBe('422 ERR_REPORT_PERIOD')
  })

  it('are for supervisors and administrators; files of contacts for who may take contacts out', async () => {
    for (const path of ['contacts', 'tickets', 'birthdays?month=1'])
      expect(await ugo!.refused('GET', `/p/reports/${path}`)).toBe('403 ERR_NO_PERMISSION')
    expect((await paged('contacts', sofia!)).rows.length).toBeGreaterThan(0)
    expect(await sofia!.refused('GET', '/p/reports/contacts/file')).toBe('403 ERR_NO_PERMISSION')
  })

  it('are masked for whom contacts are masked, pages and files', async () => {
    const number = areaNumber('21')
    await made({ name: 'Mascarada', number, email: 'mascarada@exemplo.com.br' })
    await ana!.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    const rowOf = async (person: Person) => (await paged('contacts-by-states?states=RJ', person)).rows
    expect(await rowOf(ana!)).toMatchObject([{ name: 'Mascarada', number, state: 'RJ' }])
    const [masked] = await rowOf(sofia!)
    expect(masked).toMatchObject({ name: 'Mascarada', state: 'RJ' })
    expect(masked!.number).toMatch(/^55\*+\d\d$/)
    expect(JSON.stringify(masked)).not.toContain('mascarada@')
    // A supervisor who was given the right takes out what they see.
    await ana!.ok('PUT', `/users/${world.a.supervisor.id}`, { granted: ['contacts.export'] })
    for (const format of ['csv', 'xlsx']) {
      const [heading, ...cells] = await file(
        `contacts-by-states/file?states=RJ&format=${format}&columns=name&columns=number&columns=email`,
        sofia!,
      )
      expect(heading).toEqual(['Nome', 'Telefone', 'E-mail'])
      expect(cells).toEqual([['Mascarada', masked!.number, 'm***@***.br']])
    }
    await ana!.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })
  })
})

describe('the report of conversations', () => {
  const ticketOf = async (name: string, person = ana!): Promise<Ticket> =>
    (
      await person.ok<TicketPage>(
        'GET',
        '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true',
      )
    ).tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
  const begun = async (name: string, channel: HookChannel = world.channel, person = ana!) => {
    await channel.say(name, 'oi')
    return ticketOf(name, person)
  }
  const rows = async (query = '', person = ana!) => (await paged<TicketPageOf>(`tickets?${query}`, person)).rows

  it('S9-080 S2-067 is of the current month at first, with first answers and ends', async () => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    const { id } = await begun('rel-um')
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await ugo!.ok('POST', `/messages/${id}`, { body: 'pois não' })
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    const { messages } = await ana!.ok<MessagePage>('GET', `/messages/${id}`)
    const page = await paged<TicketPageOf>('tickets')
    expect(page.period.from).toBe(`${day.slice(0, 8)}01`)
    expect(page.period.to.slice(0, 8)).toBe(day.slice(0, 8))
    expect(page.rows).toMatchObject([
      {
        id,
        contact: 'Cliente rel-um',
        firstAnsweredAt: messages.find(({ fromMe }) => fromMe)!.timestamp,
        closedAt: expect.any(String),
      },
    ])
    const [year, month] = day.split('-').map(Number) as [number, number]
    const before = new Date(Date.UTC(year, month - 2, 15)).toISOString().slice(0, 7)
    expect(await rows(`from=${before}-01&to=${before}-15`)).toEqual([])
    expect(await rows(`from=${before}-01&to=${day}`)).toHaveLength(1)
    expect(await ana!.refused('GET', `/p/reports/tickets?from=${day}&to=2020-01-01`)).toBe('422 ERR_REPORT_PERIOD')
    expect(await ana!.refused('GET', `/p/reports/tickets?from=2020-01-01&to=${day}`)).toBe('422 ERR_REPORT_PERIOD')
  })

  it('is filtered by queue, user, connection, status and tag', async () => {
    const [{ id }, other] = [await begun('rel-dois'), await begun('rel-três')]
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await ana!.ok('PUT', `/tickets/${other.id}`, { queueId: world.a.support })
    await ana!.ok('PUT', `/tickets/${other.id}`, { retag: { add: [tag.id] } })
    const found = async (query: string) => (await rows(query)).map(({ contact }) => contact)
    expect(await found(`userIds=${world.a.user.id}&statuses=open`)).toEqual(['Cliente rel-dois'])
    expect(await found(`queueIds=${world.a.support}`)).toEqual(['Cliente rel-três'])
    expect(await found(`tagIds=${tag.id}`)).toEqual(['Cliente rel-três'])
    expect(await found(`connectionIds=${world.channel.connectionId}`)).toEqual([
      'Cliente rel-três',
      'Cliente rel-dois',
      'Cliente rel-um',
    ])
    expect(await found(`connectionIds=${world.a.connection}`)).toEqual([])
  })

  it('shows what its reader may see, of their own company, a page at a time, and so does the file', async () => {
    await begun('vizinha', world.otherChannel, bia!)
    expect((await rows('', bia!)).map(({ contact }) => contact)).toEqual(['Cliente vizinha'])
    const own = await all<TicketRow>('tickets?', 2)
    expect([own.rows.length, own.pages]).toEqual([3, 2])
    await ana!.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    // What is somebody else's is gone for the supervisor: the closed one and the open one of the agent.
    expect((await rows('', sofia!)).map(({ contact }) => contact)).toEqual(['Cliente rel-três'])
    for (const format of ['csv', 'xlsx']) {
      const [heading, ...cells] = await file(`tickets/file?format=${format}`, sofia!)
      expect(heading!.slice(0, 3)).toEqual(['Protocolo', 'Contato', 'Situação'])
      expect(cells.map((row) => row[1])).toEqual(['Cliente rel-três'])
      const whole = await file(`tickets/file?format=${format}`)
      expect(whole.slice(1).map((row) => row[1])).toEqual(own.rows.map(({ contact }) => contact))
    }
    await ana!.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'disabled' })
  })
})
