import { join } from 'node:path'
import type { FactAnswer, FactQuery, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvRows } from '../../core/src/contacts/bulk/csv-rows.ts'
import { xlsxRows } from '../../core/src/contacts/bulk/xlsx-rows.ts'
import { askForNewFacts } from '../../core/src/facts/ask-for-new-facts.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/* Numbers of what people really did, asked for as the page asks for them. */

let world: HookWorld
let admin: Person
let supervisor: Person
let agent: Person
let colleague: Person
let otherAdmin: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/reports'))])
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  agent = await world.signIn(world.a.user)
  colleague = await world.signIn(world.a.colleague)
  otherAdmin = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
/** Wide enough for every time zone. */
const around = {
  from: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
  until: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
}
async function figures(who: Person, ...questions: Omit<FactQuery, 'from' | 'until'>[]): Promise<FactAnswer[]> {
  await world.app.sweepFacts()
  const { answers } = await who.ok<{ answers: FactAnswer[] }>('POST', '/p/reports/figures', {
    questions: questions.map((question) => ({ ...around, ...question })),
  })
  return answers
}
const counts = async (who: Person, measures: readonly FactQuery['measure'][]): Promise<number[]> =>
  (await figures(who, ...measures.map((measure) => ({ measure })))).map(({ rows }) => rows[0]?.count ?? 0)

async function written(name: string): Promise<Ticket> {
  await world.channel.say(name, 'Oi')
  const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?limit=200')
  return tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
}

it('a conversation counts from its beginning to its end, by whom it was answered and closed', async () => {
  const measures = ['opened', 'closed', 'transfers', 'reopenings', 'received', 'sent'] as const
  expect(await counts(admin, measures)).toEqual([0, 0, 0, 0, 0, 0])
  const { id } = await written('alba')
  await world.channel.say('alba', 'Alguém?')
  expect(await counts(admin, measures)).toEqual([1, 0, 0, 0, 2, 0])

  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('POST', `/messages/${id}`, { body: 'Bom dia' })
  await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  expect(await counts(admin, measures)).toEqual([1, 1, 0, 0, 2, 1])

  await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
  expect(await counts(admin, measures)).toEqual([1, 0, 0, 1, 2, 1])
  await admin.ok('PUT', `/tickets/${id}`, { status: 'closed' })

  const [waiting, firstAnswer, handling, resolution] = await figures(
    admin,
    { measure: 'waiting' },
    { measure: 'firstAnswer' },
    { measure: 'handling', by: ['user'] },
    { measure: 'resolution', by: ['day'] },
  )
  const ticket = await admin.ok<Ticket>('GET', `/tickets/${id}`)
  const lasted = (Date.parse(ticket.closedAt!) - Date.parse(ticket.createdAt)) / 1000
  expect(waiting!.rows[0]!.median).toBeLessThanOrEqual(firstAnswer!.rows[0]!.median!)
  expect(handling!.rows).toMatchObject([{ by: [{ value: world.a.admin.id, name: world.a.admin.name }], count: 1 }])
  expect(resolution!.rows).toEqual([
    {
      by: [{ value: dayIn(resolution!.timeZone), name: null }],
      count: 1,
      mean: expect.closeTo(lasted, 1) as number,
      median: expect.closeTo(lasted, 1) as number,
      p90: expect.closeTo(lasted, 1) as number,
      sla: null,
    },
  ])
})

it('a queue and a user are told by their names, and a transfer moves the conversation', async () => {
  const { id } = await written('beto')
  await admin.ok('POST', `/tickets/${id}/transfer`, { queueId: world.a.support })
  await colleague.ok('PUT', `/tickets/${id}`, { status: 'open' })
  const [queues, users, transfers] = await figures(
    admin,
    { measure: 'opened', by: ['queue'], queues: [world.a.support] },
    { measure: 'opened', by: ['user', 'queue'], users: [world.a.colleague.id] },
    { measure: 'transfers' },
  )
  const queue = { value: world.a.support, name: expect.stringMatching(/./) as string }
  expect(queues!.rows).toMatchObject([{ by: [queue], count: 1 }])
  expect(users!.rows).toMatchObject([{ by: [{ name: world.a.colleague.name }, queue], count: 1 }])
  expect(transfers!.rows[0]!.count).toBe(1)
})

interface Behind {
  rows: { id: string; contact: string; queue: string | null; amount: number | null }[]
  nextCursor: string | null
}
const behind = (who: Person, query: object) =>
  who.ok<Behind>('POST', '/p/reports/figures/conversations', { ...around, ...query })

it('a number opens the conversations that it counts, by pages, the longest first', async () => {
  const [first, second] = [await written('flora'), await written('gil')]
  await agent.ok('PUT', `/tickets/${first.id}`, { status: 'open' })
  await agent.ok('POST', `/messages/${first.id}`, { body: 'Bom dia' })
  const [opened, answered] = await figures(admin, { measure: 'opened' }, { measure: 'firstAnswer' })
  const all = await behind(admin, { measure: 'opened', limit: 100 })
  expect(all.rows).toHaveLength(opened!.rows[0]!.count)
  expect(all.rows.slice(0, 2)).toMatchObject([
    { id: second.id, contact: 'Cliente gil', amount: 1 },
    { id: first.id, contact: 'Cliente flora' },
  ])
  const [page] = [await behind(admin, { measure: 'opened', limit: 1 })]
  const next = await behind(admin, { measure: 'opened', limit: 1, cursor: page!.nextCursor })
  expect([...page!.rows, ...next.rows].map(({ id }) => id)).toEqual([second.id, first.id])
  const { rows } = await behind(admin, { measure: 'firstAnswer' })
  expect(rows).toHaveLength(answered!.rows[0]!.count)
  expect(rows.map(({ amount }) => amount)).toEqual(
    rows.map(({ amount }) => amount).toSorted((one, other) => other! - one!),
  )
  expect(answered!.rows[0]!.sla).toEqual({ kept: rows.length, broken: 0 })
  expect((await behind(admin, { measure: 'firstAnswer', sla: 'kept' })).rows).toEqual(rows)
})

it('the conversations behind a number are a file, all of them, for who may see them', async () => {
  const waiting = await written('íris')
  await admin.ok('POST', `/tickets/${waiting.id}/transfer`, { queueId: world.a.support })
  for (const name of ['joel', 'kátia']) {
    const { id } = await written(name)
    await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await agent.ok('POST', `/messages/${id}`, { body: 'Bom dia' })
  }
  await world.app.sweepFacts()
  const file = (who: Person, query: object) =>
    fetch(`${world.base}/p/reports/figures/conversations/file?${new URLSearchParams({ ...around, ...query })}`, {
      headers: who.credentials,
    })
  const lines = async (answer: Response): Promise<string[][]> =>
    (await answer.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(/[;,]/))
  for (const query of [{ measure: 'opened' }, { measure: 'firstAnswer' }]) {
    const answer = await file(supervisor, { ...query, format: 'csv' })
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="conversations-${query.measure}-${around.from}-${around.until}.csv"`,
    )
    const [heading, ...rows] = await lines(answer)
    const { rows: shown } = await behind(supervisor, { ...query, limit: 100 })
    expect(heading!.slice(0, 2)).toEqual(['Protocolo', 'Contato'])
    expect(heading![2]).toBe(query.measure === 'opened' ? 'Quando' : 'Tempo')
    expect(rows.map(([, contact]) => contact)).toEqual(shown.map(({ contact }) => contact))
    expect(rows.length).toBeGreaterThan(1)
  }
  const [, ...ofSupport] = await lines(await file(supervisor, { measure: 'opened', queue: world.a.support }))
  const inSupport = await behind(supervisor, { measure: 'opened', queues: [world.a.support], limit: 100 })
  expect(ofSupport).toHaveLength(inSupport.rows.length)
  expect(ofSupport.map(([, contact]) => contact)).toContain('Cliente íris')
  const [, ...ofNobody] = await lines(await file(supervisor, { measure: 'opened', user: 'none' }))
  expect(ofNobody).toHaveLength(
    (await behind(supervisor, { measure: 'opened', users: [null], limit: 100 })).rows.length,
  )
  const workbook = await file(supervisor, { measure: 'opened', format: 'xlsx' })
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect(await lines(await file(otherAdmin, { measure: 'opened' }))).toHaveLength(1)
  expect((await file(agent, { measure: 'opened' })).status).toBe(403)
  for (const wrong of [
    { measure: 'sent', queue: world.a.support },
    { measure: 'received', tag: 'none' },
    { measure: 'received', hour: '24' },
    { measure: 'opened', sla: 'kept' },
    { measure: 'opened', from: '2020-01-01' },
  ])
    expect((await file(supervisor, wrong)).status).toBe(422)
})

it('messages and busy hours open their conversations, with how many are in each, and are files', async () => {
  const { id } = await written('ravi')
  await world.channel.say('ravi', 'Alguém?')
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('POST', `/messages/${id}`, { body: 'Bom dia' })
  const [received, sent, busy] = await figures(
    admin,
    { measure: 'received' },
    { measure: 'sent', users: [world.a.user.id] },
    { measure: 'received', by: ['weekday', 'hour'] },
  )
  const sum = ({ rows }: Behind): number => rows.reduce((all, { amount }) => all + amount!, 0)
  const ofReceived = await behind(admin, { measure: 'received', limit: 100 })
  expect(ofReceived.rows[0]).toMatchObject({ id, contact: 'Cliente ravi', amount: 2 })
  expect(sum(ofReceived)).toBe(received!.rows[0]!.count)
  const bySent = await behind(admin, { measure: 'sent', users: [world.a.user.id], limit: 100 })
  expect(bySent.rows[0]).toMatchObject({ id, amount: 1 })
  expect(sum(bySent)).toBe(sent!.rows[0]!.count)
  const pages = [await behind(admin, { measure: 'received', limit: 1 })]
  while (pages.at(-1)!.nextCursor)
    pages.push(await behind(admin, { measure: 'received', limit: 1, cursor: pages.at(-1)!.nextCursor }))
  expect(pages.flatMap(({ rows }) => rows)).toEqual(ofReceived.rows)

  const cell = ({ by }: FactAnswer['rows'][number]) => ({ weekday: Number(by[0]!.value), hour: Number(by[1]!.value) })
  for (const row of busy!.rows)
    expect(sum(await behind(admin, { measure: 'received', ...cell(row), limit: 100 }))).toBe(row.count)
  const [some] = busy!.rows
  const otherHour = { ...cell(some!), hour: (cell(some!).hour + 12) % 24 }
  expect((await behind(admin, { measure: 'received', ...otherHour })).rows).toEqual([])

  const file = async (who: Person, query: object) =>
    (
      await (
        await fetch(
          `${world.base}/p/reports/figures/conversations/file?${new URLSearchParams({ ...around, ...query })}`,
          {
            headers: who.credentials,
          },
        )
      ).text()
    )
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'))
  const { weekday, hour } = cell(some!)
  for (const query of [{ measure: 'received' }, { measure: 'received', weekday: `${weekday}`, hour: `${hour}` }]) {
    const [heading, ...lines] = await file(supervisor, query)
    expect(heading!.slice(0, 4)).toEqual(['Protocolo', 'Contato', 'Mensagens', 'Quando'])
    expect(lines.reduce((all, line) => all + Number(line[2]), 0)).toBe(
      'hour' in query ? some!.count : received!.rows[0]!.count,
    )
  }
  expect(await file(otherAdmin, { measure: 'received' })).toHaveLength(1)

  const all = await fetch(
    `${world.base}/p/reports/figures/file?${new URLSearchParams({ ...around, sections: 'hours' })}`,
    {
      headers: supervisor.credentials,
    },
  )
  const rows = (await all.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  const hours = rows.filter(([group]) => group === 'Horário')
  expect(rows).toHaveLength(hours.length + 2)
  const column = rows[0]!.indexOf('Mensagens recebidas')
  expect(hours.reduce((total, line) => total + Number(line[column]), 0)).toBe(received!.rows[0]!.count)
  const at = new Date(Date.UTC(2026, 0, 4 + weekday, hour))
  const named = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' }).format(at)
  expect(hours.map(([, name]) => name)).toContainEqual(
    expect.stringMatching(`^"?${named},? .*${String(hour).padStart(2, '0')}:00"?$`),
  )
})

/** The cells of a file, a workbook or comma-separated. */
async function textOf(bytes: Buffer): Promise<string> {
  const rows: string[][] = []
  const isWorkbook = bytes.subarray(0, 2).toString() === 'PK'
  for await (const row of isWorkbook ? xlsxRows(bytes) : csvRows(bytes)) rows.push(row)
  return JSON.stringify(rows)
}

it('who sees contacts masked sees them so behind figures and in every file of conversations', async () => {
  const { contactId } = await written('nina')
  const number = '+55 (21) 98877-6655'
  await admin.ok('PUT', `/contacts/${contactId}`, { name: number })
  await world.app.sweepFacts()
  await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
  const texts = async (who: Person): Promise<string[]> => {
    const file = async (path: string, query: object) =>
      Buffer.from(
        await (
          await fetch(`${world.base}/p/reports/${path}/file?${new URLSearchParams({ ...query })}`, {
            headers: who.credentials,
          })
        ).arrayBuffer(),
      )
    const formats = ['csv', 'xlsx'] as const
    const files = await Promise.all(
      formats.flatMap((format) => [
        ...['opened', 'received'].map((measure) => file('figures/conversations', { ...around, measure, format })),
        file('tickets', { format }),
      ]),
    )
    return [
      ...(await Promise.all(files.map(textOf))),
      JSON.stringify(await behind(who, { measure: 'opened', limit: 100 })),
      JSON.stringify(await who.ok('GET', '/p/reports/tickets')),
    ]
  }
  for (const text of await texts(admin)) expect(text).toContain('98877-6655')
  for (const text of await texts(supervisor)) {
    expect(text).not.toContain('98877')
    expect(text).toMatch(/55\*+55/)
  }
  await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })
  for (const text of await texts(supervisor)) expect(text).toContain('98877-6655')
})

it('a conversation counts with each of its tags, and numbers are narrowed to one', async () => {
  const { id } = await written('hugo')
  const tag = async (name: string) =>
    (await admin.ok<{ id: string }>('POST', '/tags', { tag: name, color: '#5c7c78', isActive: true })).id
  const [refund, swap] = [await tag('Reembolso'), await tag('Troca')]
  await admin.ok('PUT', `/tickets/${id}`, { tagIds: [refund, swap] })
  const [byTag, narrowed] = await figures(
    admin,
    { measure: 'opened', by: ['tag'] },
    { measure: 'opened', tags: [swap as never] },
  )
  const counted = byTag!.rows.filter(({ by }) => by[0]!.value !== null)
  expect(counted.map(({ by, count }) => [by[0]!.name, count]).toSorted()).toEqual([
    ['Reembolso', 1],
    ['Troca', 1],
  ])
  expect(narrowed!.rows[0]!.count).toBe(1)
  const { rows } = await behind(admin, { measure: 'opened', tags: [swap] })
  expect(rows.map((row) => row.id)).toEqual([id])
  const others = await behind(admin, { measure: 'opened', tags: [null], limit: 100 })
  expect(others.rows.map((row) => row.id)).not.toContain(id)
})

it('the figures of a period are a file, told apart by day, user, queue, connection and tag', async () => {
  const [opened] = await figures(admin, { measure: 'opened' })
  const file = (who: Person, query: object) =>
    fetch(`${world.base}/p/reports/figures/file?${new URLSearchParams({ ...around, ...query })}`, {
      headers: who.credentials,
    })
  const answer = await file(supervisor, { format: 'csv' })
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="figures-${around.from}-${around.until}.csv"`,
  )
  const [heading, all, ...rows] = (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.replace(/^\uFEFF/, '').split(/[;,]/))
  expect(heading!.slice(0, 3)).toEqual(['Por', 'Nome', 'Iniciados'])
  expect(all!.slice(0, 3)).toEqual(['Período inteiro', '', String(opened!.rows[0]!.count)])
  expect(rows.filter(([group]) => group === 'Dia')).toHaveLength(5)
  expect(rows).toContainEqual(expect.arrayContaining(['Etiqueta', 'Reembolso', '1']))
  // Of a queue there are no messages to count.
  const narrowed = await (await file(supervisor, { queue: world.a.support })).text()
  expect(narrowed.split('\r\n')[1]!.split(/[;,]/).slice(6, 8)).toEqual(['', ''])
  const workbook = await file(supervisor, { format: 'xlsx', tag: 'none' })
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect((await file(agent, {})).status).toBe(403)
  expect((await file(supervisor, { from: '2020-01-01' })).status).toBe(422)
})

it('a conversation that becomes part of another one is counted with it, and its messages once', async () => {
  const [live, other] = [await written('davi'), await written('eva')]
  const before = await counts(admin, ['opened', 'closed', 'received'])
  await admin.ok('POST', `/contacts/${live.contactId}/merge`, { from: other.contactId })
  await admin.ok('POST', `/tickets/${live.id}/merge`, { from: other.id })
  expect(await counts(admin, ['opened', 'closed', 'received'])).toEqual([before[0]! - 1, before[1], before[2]])
})

it('deleting a conversation takes it out, messages and all', async () => {
  const before = await counts(admin, ['opened', 'received'])
  const { id } = await written('caio')
  await admin.ok('DELETE', `/tickets/${id}`)
  expect(await counts(admin, ['opened', 'received'])).toEqual(before)
})

it('a conversation that is given back at once was taken up, and once it was it stays so', async () => {
  const [before] = await counts(admin, ['waiting'])
  const { id } = await written('lia')
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('PUT', `/tickets/${id}`, { status: 'pending' })
  expect(await counts(admin, ['waiting'])).toEqual([before! + 1])
  const waited = async () =>
    (await behind(admin, { measure: 'waiting', limit: 100 })).rows.find((row) => row.id === id)!.amount
  const first = await waited()
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  expect(await counts(admin, ['waiting'])).toEqual([before! + 1])
  expect(await waited()).toBe(first)
})

it('of an erased person the messages are not counted any more, and the conversation still is', async () => {
  const measures = ['opened', 'waiting', 'firstAnswer', 'closed', 'received', 'sent'] as const
  const before = await counts(admin, measures)
  const after = (more: readonly number[]) => before.map((count, at) => count + more[at]!)
  const { id, contactId } = await written('malu')
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('POST', `/messages/${id}`, { body: 'Bom dia' })
  expect(await counts(admin, measures)).toEqual(after([1, 1, 1, 0, 1, 1]))
  await admin.ok('POST', '/privacy/erasures', { contactId, reason: 'request' })
  const erased = after([1, 1, 1, 1, 0, 0])
  await eventually(
    () => counts(admin, measures),
    (now) => now.join() === erased.join(),
  )
  await askForNewFacts(world.database.ownerUrl, undefined)
  expect(await counts(admin, measures), 'made anew').toEqual(erased)
})

it('numbers that are made anew while people work are those of what they did', async () => {
  const measures = ['opened', 'closed', 'waiting', 'firstAnswer', 'transfers', 'received', 'sent'] as const
  const before = await counts(admin, measures)
  const theirs = await counts(otherAdmin, measures)
  let isOver = false
  const rebuilding = (async () => {
    for (let times = 0; ; times++) {
      if (isOver) return times
      await askForNewFacts(world.database.ownerUrl, undefined)
      await world.app.sweepFacts()
    }
  })()
  for (let nth = 0; nth < 12; nth++) {
    const { id } = await written(`nora ${nth}`)
    await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await agent.ok('POST', `/messages/${id}`, { body: 'Bom dia' })
    if (nth % 3 === 0) await admin.ok('POST', `/tickets/${id}/transfer`, { queueId: world.a.support })
    if (nth % 3 === 1) await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    if (nth % 3 === 2) await admin.ok('DELETE', `/tickets/${id}`)
  }
  isOver = true
  expect(await rebuilding).toBeGreaterThan(2)
  expect(await counts(admin, measures)).toEqual(before.map((count, at) => count + [8, 4, 8, 8, 4, 8, 8][at]!))
  expect(await counts(otherAdmin, measures)).toEqual(theirs)
})

it('who may not read reports is refused, and no company counts what is another one’s', async () => {
  const body = { questions: [{ measure: 'opened', ...around }] }
  expect(await agent.call('POST', '/p/reports/figures', body)).toMatchObject({ status: 403 })
  const opened = { measure: 'opened', ...around }
  expect(await agent.call('POST', '/p/reports/figures/conversations', opened)).toMatchObject({ status: 403 })
  expect((await behind(otherAdmin, opened)).rows).toEqual([])
  expect((await counts(supervisor, ['opened']))[0]).toBeGreaterThan(0)
  expect(await counts(otherAdmin, ['opened', 'closed', 'received', 'sent'])).toEqual([0, 0, 0, 0])
})

it.each([
  { measure: 'sent', queues: [null], ...around },
  { measure: 'received', tags: [null], ...around },
  { measure: 'received', hour: 24, ...around },
  { measure: 'opened', weekday: 0, ...around },
  { measure: 'opened', sla: 'kept', ...around },
  { measure: 'opened', cursor: 'nowhere', ...around },
  { measure: 'opened', limit: 101, ...around },
])('no conversations are told for %j', async (query) => {
  expect(await admin.call('POST', '/p/reports/figures/conversations', query)).toMatchObject({
    status: 422,
    body: { error: 'ERR_VALIDATION' },
  })
})

it.each([
  { measure: 'sent', by: ['tag'], ...around },
  { measure: 'opened', from: '2026-02-30', until: '2026-03-01' },
  { measure: 'opened', from: '2026-03-02', until: '2026-03-01' },
  { measure: 'opened', from: '2020-01-01', until: '2026-03-01' },
  { measure: 'profit', ...around },
  { measure: 'sent', by: ['queue'], ...around },
  { measure: 'opened', by: ['day', 'hour', 'user'], ...around },
])('what cannot be asked is refused: %j', async (question) => {
  expect(await admin.call('POST', '/p/reports/figures', { questions: [question] })).toMatchObject({
    status: 422,
    body: { error: 'ERR_VALIDATION' },
  })
})
