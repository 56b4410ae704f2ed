import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FactAnswer, FactQuery, PrivacyRequest, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { textOfPdf } from '../walls/pdf-text.ts'

/* Grades that customers gave, among the numbers of the page of figures. */

let world: HookWorld
let admin: Person
let agent: Person
let otherAdmin: Person
beforeAll(async () => {
  const plugins = ['nps', 'reports'].map((id) => join(import.meta.dirname, '../../plugins', id))
  world = await hookWorld({}, [pluginFolder(...plugins)])
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  otherAdmin = await world.signIn(world.b.admin)
  await admin.ok('POST', '/p/nps/surveys', {
    name: 'NPS',
    kind: 'nps',
    enabled: true,
    scale: 10,
    timeoutMinutes: 30,
    requestMessage: 'De 0 a 10?',
    thanksMessage: 'Obrigado',
    invalidMessage: 'Um número',
    timeoutMessage: 'O tempo terminou',
  })
})
afterAll(() => world.close())

/** Texts of a PDF that are no ASCII are written by two bytes each. */
const utf16 = (raw: string): string => raw.replaceAll('\0', '')

const around = {
  from: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
  until: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
}
async function figure(who: Person, question: Omit<FactQuery, 'from' | 'until'>): Promise<FactAnswer['rows']> {
  await world.app.sweepFacts()
  const { answers } = await who.ok<{ answers: FactAnswer[] }>('POST', '/p/reports/figures', {
    questions: [{ ...around, ...question }],
  })
  return answers[0]!.rows
}
const ticketOf = async (name: string): Promise<Ticket> =>
  (
    await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true')
  ).tickets.find((ticket) => ticket.name === `Cliente ${name}`)!

/** A conversation that the agent resolves, and the grade of its customer. */
async function graded(name: string, grade: number): Promise<string> {
  await world.channel.say(name, 'preciso de ajuda')
  const { id } = await ticketOf(name)
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  interface Asked {
    readonly ticketId: string
    readonly grade: number | null
  }
  const asked = (isSo: (one: Asked) => boolean) =>
    eventually(
      async () => (await admin.ok<{ answers: Asked[] }>('GET', '/p/nps/answers')).answers,
      (answers) => answers.some((one) => one.ticketId === id && isSo(one)),
      30_000,
    )
  await asked(() => true)
  await world.channel.say(name, String(grade))
  // In this order.
  await asked((one) => one.grade === grade)
  return id
}

it('grades count by queue, user, channel and day, with the score that the report of surveys has', async () => {
  const ids = [await graded('alba', 10), await graded('beto', 9), await graded('caio', 3)]
  const [all] = await eventually(
    () => figure(admin, { measure: 'nps' }),
    (rows) => rows[0]?.count === ids.length,
    30_000,
  )
  const report = await admin.ok<{ score: number }>('GET', '/p/nps/report')
  expect(Math.round(all!.mean!)).toBe(report.score)
  expect(report.score).toBe(33)
  expect(await figure(admin, { measure: 'nps', by: ['user'] })).toMatchObject([
    { by: [{ value: world.a.user.id, name: world.a.user.name }], count: 3, median: null, sla: null },
  ])
  for (const dimension of ['queue', 'connection', 'channel', 'day', 'hour'] as const)
    expect((await figure(admin, { measure: 'nps', by: [dimension] })).map(({ count }) => count)).toEqual([3])
  expect(await figure(admin, { measure: 'csat' })).toEqual([])
  expect(await figure(admin, { measure: 'nps', users: [world.a.admin.id] })).toEqual([])
  expect(await figure(otherAdmin, { measure: 'nps' })).toEqual([])

  const { rows } = await admin.ok<{ rows: { id: string; amount: number }[] }>(
    'POST',
    '/p/reports/figures/conversations',
    { measure: 'nps', ...around },
  )
  expect(rows.map(({ id, amount }) => [id, amount])).toEqual([
    [ids[2], 3],
    [ids[1], 9],
    [ids[0], 10],
  ])
  const file = await fetch(
    `${world.base}/p/reports/figures/file?from=${around.from}&until=${around.until}&format=csv`,
    {
      headers: admin.credentials,
    },
  )
  const [heading, total] = (await file.text()).split(/\r?\n/)
  const column = heading!.split(/[;,]/).indexOf('NPS')
  expect(total!.split(/[;,]/)[column]).toBe('33')
})

it('the page on paper has its charts, told to who does not see them, before its tables', async () => {
  const answer = await fetch(
    `${world.base}/p/reports/figures/file?from=${around.from}&until=${around.until}&format=pdf&sections=days%20team`,
    { headers: admin.credentials },
  )
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (process.env['RECADO_PICTURES']) writeFileSync('test-results/figures.pdf', bytes)
  const text = textOfPdf(bytes)
  const places = ['Indicadores', 'Atendimentos por dia', 'Período inteiro', 'Atendente'].map((words) =>
    text.indexOf(words),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  const raw = bytes.toString('latin1')
  expect(raw).toContain('/MarkInfo')
  expect(raw).toContain('/Lang (pt-BR)')
  for (const role of ['/H1', '/H2', '/Figure', '/Table', '/TR', '/TH', '/TD']) expect(raw).toContain(`/S ${role}`)
  expect(utf16(raw)).toContain('Iniciados: no máximo 3 em um dia')
})

it('a grade goes with its conversation, and numbers made anew are the same', async () => {
  const before = await figure(admin, { measure: 'nps', by: ['user'] })
  await world.database.owner`select core.ask_for_new_facts(null)`
  expect(await figure(admin, { measure: 'nps', by: ['user'] })).toEqual(before)
  const { id } = await ticketOf('caio')
  await admin.ok('DELETE', `/tickets/${id}`)
  expect(await figure(admin, { measure: 'nps' })).toMatchObject([{ count: 2, mean: 100 }])
})

it('the grade of an erased contact leaves the numbers at once, and does not come back', async () => {
  const { contactId } = (await ticketOf('beto')) as Ticket & { readonly contactId: string }
  const { id } = await admin.ok<PrivacyRequest>('POST', '/privacy/erasures', { contactId, reason: 'request' })
  await eventually(
    () => admin.ok<PrivacyRequest>('GET', `/privacy/requests/${id}`),
    ({ state }) => state === 'done',
    30_000,
  )
  const after = await figure(admin, { measure: 'nps' })
  expect(after).toMatchObject([{ count: 1, mean: 100 }])
  await world.database.owner`select core.ask_for_new_facts(null)`
  expect(await figure(admin, { measure: 'nps' })).toEqual(after)
})
