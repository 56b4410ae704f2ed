import {
  ContactMerged,
  MessageCaptured,
  MessageStatusChanged,
  mint,
  Refusal,
  TicketClosed,
  TicketDeleted,
  TicketUpdated,
  type ConnectionId,
  type Contact,
  type ContactId,
  type Message,
  type MessageId,
  type QueueId,
  type Ticket,
  type TicketId,
  type UserId,
} from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { AnswerPage, Report } from './src/report/report.ts'
import plugin from './src/server.ts'
import type { Survey } from './src/surveys/survey.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

let a: TestCompany
/** Timers that wait: they ring when a test says so. */
let timers: TestCompany['jobs'][number][] = []
beforeEach(() => {
  ;({ a } = host)
  timers = []
})

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
const draft = (name: string, more: object = {}) => ({
  name,
  kind: 'nps',
  enabled: true,
  requestMessage: 'De 0 a 10?',
  thanksMessage: 'Obrigado',
  invalidMessage: 'Só números',
  timeoutMessage: 'Acabou',
  ...more,
})
async function make(more: object = {}, company = a): Promise<Survey> {
  const answer = await company.ask('POST', '/p/nps/surveys', { body: draft(`NPS ${randomUUID().slice(0, 8)}`, more) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.body as Survey
}

function closedTicket(more: Partial<Ticket> = {}): Ticket {
  const ticket = {
    id: mint<TicketId>(randomUUID()),
    contactId: mint<ContactId>(randomUUID()),
    channelId: mint<ConnectionId>(randomUUID()),
    queueId: null,
    userId: mint<UserId>(randomUUID()),
    status: 'closed',
    isGroup: false,
    mergedInto: null,
    closedAt: new Date().toISOString(),
    name: 'Maria Souza',
    username: 'Ana',
    protocol: '20261127000001',
    queue: null,
    whatsapp: { name: 'Site' },
    ...more,
  } as unknown as Ticket
  a.core.known.tickets.set(ticket.id, ticket)
  const identities = [{ kind: 'phone', value: '5511', verified: true }]
  a.core.known.contacts.set(ticket.contactId, { id: ticket.contactId, identities } as unknown as Contact)
  return ticket
}
const ref = ({ id, contactId, channelId }: Ticket) => ({ ticketId: id, contactId, connectionId: channelId })
/** Does what is enqueued; timers wait. */
async function work(): Promise<void> {
  for (;;) {
    timers.push(...a.jobs.filter(({ job }) => job === 'due'))
    a.jobs.splice(0, a.jobs.length, ...a.jobs.filter(({ job }) => job !== 'due'))
    if (a.jobs.length === 0) return
    // What fails is tried again, as the worker does.
    const kept = [...a.jobs]
    await a.work().catch(() => a.jobs.push(...kept))
  }
}
async function ring(): Promise<void> {
  a.jobs.push(...timers.splice(0))
  await a.work()
}
async function close(
  ticket: Ticket,
  { userId = ticket.userId, times = 1, by }: { userId?: UserId | null; times?: number; by?: string } = {},
) {
  await a.deliver(TicketClosed, { ...ref(ticket), userId, ...(by !== undefined && { by }) }, { times })
  await work()
}
async function reply(
  ticket: Ticket,
  text: string,
  { times = 1, parts = [{ kind: 'text', text, format: 'plain' }] as object[] } = {},
) {
  const id = mint<MessageId>(randomUUID())
  a.core.known.messages.set(id, { id, body: text, parts } as unknown as Message)
  await a.deliver(MessageCaptured, { ...ref(ticket), messageId: id, by: 'nps' }, { times })
  await work()
  return id
}
const said = (ticket: Ticket): string[] =>
  a.core.sent
    .filter((message) => message.ticket === ticket.id)
    .map(({ parts: [part] }) =>
      part.kind === 'text' ? part.text : part.kind === 'interactive' ? part.body : part.kind,
    )
async function report(query: object = {}, company = a): Promise<Report> {
  return (await company.ask('GET', '/p/nps/report', { query: { from: today(), to: today(), ...query } })).body as Report
}
async function answers(query: object = {}, options: object = {}): Promise<AnswerPage> {
  return (await a.ask('GET', '/p/nps/answers', { query: { from: today(), to: today(), ...query }, ...options }))
    .body as AnswerPage
}
const outcomeOf = async (ticket: Ticket) =>
  (await a
    .context()
    .db.transaction((tx) =>
      tx.query('select outcome, phase, grade from plg_nps.request where ticket_id = $1', [ticket.id], 'object'),
    )) as { outcome: string | null; phase: string; grade: number | null }[]

describe('surveys', () => {
  test('are an administrator’s, under names of their own, and no other company’s', async () => {
    const first = await make({ name: 'Primeira' })
    expect(first).toMatchObject({ scale: 10, timeoutMinutes: 60, commentMessage: null, asked: 0 })
    await make({ name: 'Primeira' }, host.b)
    const refused = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: object) =>
      ((await a.ask(method, `/p/nps/${path}`, options)).body as { error: string }).error
    expect(await refused('POST', 'surveys', { body: draft('PRIMEIRA') })).toBe('ERR_SURVEY_EXISTS')
    expect(await refused('POST', 'surveys', { body: draft('x', { scale: 11 }) })).toBe('ERR_VALIDATION')
    expect(await refused('POST', 'surveys', { body: draft('x', { requestMessage: '{{nobody}}' }) })).toBe(
      'ERR_VALIDATION',
    )
    expect(await refused('PUT', `surveys/${randomUUID()}`, { body: draft('x') })).toBe('ERR_NO_SURVEY_FOUND')
    expect(await refused('DELETE', `surveys/${randomUUID()}`, {})).toBe('ERR_NO_SURVEY_FOUND')
    for (const role of ['user', 'super'] as const)
      expect(await refused('POST', 'surveys', { role, body: draft('x') })).toBe('ERR_NO_PERMISSION')
    expect(await refused('GET', 'report', { role: 'user', query: { from: today(), to: today() } })).toBe(
      'ERR_NO_PERMISSION',
    )
    expect(
      (await a.ask('PUT', `/p/nps/surveys/${first.id}`, { body: draft('Outra', { kind: 'csat' }) })).body,
    ).toMatchObject({ name: 'Outra', kind: 'csat' })
    expect((await a.ask('DELETE', `/p/nps/surveys/${first.id}`)).status).toBe(200)
    expect((await a.ask('GET', '/p/nps/surveys')).body).toEqual([])
    expect((await host.b.ask('GET', '/p/nps/surveys')).body).toHaveLength(1)
    for (let index = 0; index < 20; index++) await make()
    expect(await a.ask('POST', '/p/nps/surveys', { body: draft('x') })).toMatchObject({
      status: 409,
      body: { error: 'ERR_SURVEY_LIMIT', limit: 20 },
    })
  })
})

describe('who is asked', () => {
  test('once for a closing that is told twice; no groups, parts, old closings, nor what nobody had', async () => {
    await make()
    const cases = [
      [closedTicket(), {}, 1],
      [closedTicket(), { times: 3 }, 1],
      [closedTicket({ isGroup: true }), {}, 0],
      [closedTicket({ mergedInto: mint<TicketId>(randomUUID()) }), {}, 0],
      [closedTicket({ status: 'open' }), {}, 0],
      [closedTicket({ closedAt: '2026-01-01T00:00:00.000Z' }), {}, 0],
      [closedTicket(), { userId: null, by: 'flows' }, 0],
    ] as const
    for (const [ticket, options, times] of cases) {
      await close(ticket, options)
      expect(said(ticket)).toHaveLength(times)
    }
    expect(a.core.respondersOf.expected.size).toBe(2)
  })

  test('a contact at most once in so many days, also when they were two', async () => {
    await make({ restDays: 30 })
    const first = closedTicket()
    const again = closedTicket({ contactId: first.contactId })
    const other = closedTicket()
    const merged = closedTicket({ contactId: other.contactId })
    await close(first)
    await close(again)
    expect([said(first), said(again)]).toEqual([['De 0 a 10?'], []])
    await a.deliver(ContactMerged, { from: first.contactId, into: other.contactId })
    await close(merged)
    expect(said(merged)).toEqual([])
  })

  test('by the survey of the queue, and after bots where the survey says so', async () => {
    const queueId = mint<QueueId>(randomUUID())
    await make({ requestMessage: 'geral' })
    await make({ requestMessage: 'da fila, {{name}}', queueIds: [queueId], withoutPerson: true })
    const [general, special] = [closedTicket(), closedTicket({ queueId })]
    await close(general, { userId: null })
    await close(special, { userId: null })
    expect([said(general), said(special)]).toEqual([[], ['da fila, Maria']])
  })
})

describe('a request', () => {
  test('thanks for a grade, once, however often it is delivered', async () => {
    const survey = await make()
    const ticket = closedTicket()
    await close(ticket)
    await reply(ticket, 'nota 9', { times: 3 })
    expect(said(ticket)).toEqual(['De 0 a 10?', 'Obrigado'])
    expect(await outcomeOf(ticket)).toEqual([{ outcome: 'answered', phase: 'ended', grade: 9 }])
    expect([a.core.respondersOf.expected.size, a.core.respondersOf.reopened]).toEqual([0, []])
    expect(a.events).toEqual([
      {
        name: 'survey.answered.v1',
        key: ticket.id,
        data: expect.objectContaining({ surveyId: survey.id, kind: 'nps', grade: 9, highest: 10, ticketId: ticket.id }),
      },
    ])
    await ring()
    expect(said(ticket)).toHaveLength(2)
  })

  test('gives the third invalid reply to people', async () => {
    await make()
    const ticket = closedTicket()
    await close(ticket)
    for (const text of ['oi', '11', 'quero falar com alguém']) await reply(ticket, text)
    expect(said(ticket)).toEqual(['De 0 a 10?', 'Só números', 'Só números'])
    expect(a.core.respondersOf.reopened).toEqual([ticket.id])
    expect(await outcomeOf(ticket)).toMatchObject([{ outcome: 'invalid' }])
  })

  test('ends with its time, says so, and what comes then is heard by people', async () => {
    await make()
    const ticket = closedTicket()
    await close(ticket)
    await ring()
    expect(said(ticket)).toEqual(['De 0 a 10?', 'Acabou'])
    expect(await outcomeOf(ticket)).toMatchObject([{ outcome: 'timedOut' }])
    // Captured in the moment of the end, told after it.
    a.core.respondersOf.expected.set(ticket.id, new Date().toISOString())
    await reply(ticket, '9')
    expect(a.core.respondersOf.reopened).toEqual([ticket.id])
  })

  test('offers grades from 1 on as a list, reads the chosen row, and asks for a comment', async () => {
    await make({ kind: 'csat', commentMessage: 'Por quê?' })
    const ticket = closedTicket()
    await close(ticket)
    const [part] = a.core.sent[0]!.parts
    expect(part).toMatchObject({
      kind: 'interactive',
      list: [{ id: 'grade:1', label: '😡' }, {}, {}, {}, { id: 'grade:5' }],
    })
    await reply(ticket, '🙁', { parts: [{ kind: 'interactiveReply', id: 'grade:2', label: '🙁' }] })
    await reply(ticket, 'Demorou')
    expect(said(ticket)).toEqual(['De 0 a 10?', 'Obrigado', 'Por quê?'])
    expect((await answers()).answers).toMatchObject([
      { grade: 2, highest: 5, comment: 'Demorou', contact: 'Maria Souza', connection: 'Site' },
    ])
  })

  test('is not delivered where it cannot be sent, or the channel fails', async () => {
    await make()
    const [refused, failed, live] = [closedTicket(), closedTicket(), closedTicket()]
    const { send } = a.core.messages
    a.core.messages.send = () => Promise.reject(new Refusal('ERR_SERVICE_WINDOW_CLOSED'))
    await close(refused)
    a.core.messages.send = send
    await close(failed)
    const { id } = a.core.sent.find((message) => message.ticket === failed.id)!
    await a.deliver(MessageStatusChanged, { ...ref(failed), messageId: id, status: 'failed' })
    await close(live)
    await a.deliver(TicketUpdated, { ...ref(live), status: 'open', userId: live.userId, queueId: null })
    await work()
    expect([await outcomeOf(refused), await outcomeOf(failed), await outcomeOf(live)]).toMatchObject([
      [{ outcome: 'undelivered' }],
      [{ outcome: 'undelivered' }],
      [{ outcome: 'timedOut' }],
    ])
    expect(a.core.respondersOf.expected.size).toBe(0)
  })

  const crashes = [0, 1, 2, 3, 4, 5].flatMap((call) => [[call, 'before'] as const, [call, 'after'] as const])
  test.each(crashes)('survives a crash of call %i of core, %s it: nothing twice, nothing lost', async (at, when) => {
    await make({ commentMessage: 'Por quê?' })
    let calls = 0
    const crashing =
      <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
      async (...given: A): Promise<T> => {
        const crashesNow = calls++ === at
        if (crashesNow && when === 'before') throw new Error('the process ended')
        const answer = await call(...given)
        if (crashesNow) throw new Error('the process ended')
        return answer
      }
    a.core.messages.send = crashing(a.core.messages.send)
    Object.assign(a.core.replies, { expect: crashing(a.core.replies.expect), end: crashing(a.core.replies.end) })
    const ticket = closedTicket()
    await close(ticket)
    await reply(ticket, '9', { times: 2 })
    await reply(ticket, 'Ótimo', { times: 2 })
    expect(said(ticket)).toEqual(['De 0 a 10?', 'Obrigado', 'Por quê?'])
    expect(await outcomeOf(ticket)).toEqual([{ outcome: 'answered', phase: 'ended', grade: 9 }])
    expect(a.events).toHaveLength(1)
    expect([a.core.respondersOf.expected.size, a.core.respondersOf.reopened]).toEqual([0, []])
  })

  test('whose timer was lost while the plugin was off ends when it is back', async () => {
    await make({ timeoutMinutes: 1 })
    const ticket = closedTicket()
    await close(ticket)
    timers = []
    await a
      .context()
      .db.transaction((tx) => tx.query(`update plg_nps.request set deadline = now() - interval '1 hour'`, [], 'array'))
    await a.enable()
    await a.work()
    expect(await outcomeOf(ticket)).toMatchObject([{ outcome: 'timedOut' }])
  })
})

describe('the service', () => {
  test('asks once the ticket is closed, also after a bot, or at once where it is', async () => {
    const survey = await make({ queueIds: [mint<QueueId>(randomUUID())] })
    await make({ enabled: false })
    expect(await a.serve('survey.list', {})).toEqual({ surveys: [{ id: survey.id, name: survey.name }] })
    const [wished, closed] = [closedTicket({ status: 'open' }), closedTicket()]
    const ask = (ticket: Ticket, id: string = survey.id) =>
      a.serve('survey.request', { ticketId: ticket.id, survey: id })
    expect(await ask(wished)).toEqual({ requested: true })
    expect(said(wished)).toEqual([])
    a.core.known.tickets.set(wished.id, { ...wished, status: 'closed' })
    await close(wished, { userId: null, by: 'flows' })
    expect(await ask(closed)).toEqual({ requested: true })
    expect(await ask(closed)).toEqual({ requested: false })
    expect(await ask(closed, randomUUID())).toEqual({ requested: false })
    expect(await ask(closedTicket({ isGroup: true }))).toEqual({ requested: false })
    await work()
    expect([said(wished), said(closed)]).toEqual([['De 0 a 10?'], ['De 0 a 10?']])
  })
})

describe('the report', () => {
  test('counts what was asked, opens it, and shows nobody a conversation that they may not see', async () => {
    const queueId = mint<QueueId>(randomUUID())
    a.core.known.queues.push({ id: queueId, queue: 'Vendas', isActive: true, color: '#000000' })
    expect(await report()).toMatchObject({ survey: null, asked: 0, score: null })
    const survey = await make()
    const tickets = [
      closedTicket({ queueId, queue: 'Vendas' }),
      closedTicket({ queueId, queue: 'Vendas' }),
      closedTicket(),
      closedTicket(),
    ]
    for (const [index, text] of ['10', '9, muito bom', '3, demorou', ''].entries()) {
      await close(tickets[index]!)
      if (text !== '') await reply(tickets[index]!, text)
    }
    const found = await report()
    expect(found).toMatchObject({
      survey: { id: survey.id },
      asked: 4,
      score: 33,
      outcomes: { answered: 3, waiting: 1, invalid: 0, timedOut: 0, undelivered: 0 },
      classes: { good: 2, middle: 0, bad: 1 },
      comments: 2,
      trend: [{ from: today(), to: today(), score: 33, answers: 3 }],
      queues: [
        { id: queueId, name: 'Vendas', score: 100, answers: 2 },
        { id: null, name: null, score: -100, answers: 1 },
      ],
    })
    expect(found.distribution.filter(({ count }) => count > 0)).toEqual([
      { grade: 3, count: 1 },
      { grade: 9, count: 1 },
      { grade: 10, count: 1 },
    ])
    expect(await report({ queueId })).toMatchObject({ asked: 2, score: 100 })
    expect(await report({ queueId: 'none' })).toMatchObject({ asked: 2 })
    expect(await report({ from: '2026-01-01', to: '2026-06-30' })).toMatchObject({
      asked: 0,
      survey: { id: survey.id },
    })
    expect((await a.ask('GET', '/p/nps/report')).body).toMatchObject({ asked: 4, score: 33 })
    expect(await report({ from: '2026-06-30', to: '2026-01-01' })).toMatchObject({ error: 'ERR_VALIDATION' })
    const grades = async (query: object) => (await answers(query)).answers.map(({ grade }) => grade)
    expect([
      await grades({}),
      await grades({ class: 'good' }),
      await grades({ grade: 3 }),
      await grades({ outcome: 'waiting' }),
      await grades({ commented: 'true' }),
    ]).toEqual([[null, 3, 9, 10], [9, 10], [3], [null], [3, 9]])
    expect(await report({ surveyId: survey.id }, host.b)).toMatchObject({ error: 'ERR_NO_SURVEY_FOUND' })
    a.core.sees = ({ role }, ticket) => role === 'admin' || ticket.id === tickets[2]!.id
    expect((await answers({}, { role: 'super' })).answers.map(({ ticketId }) => ticketId)).toEqual([tickets[2]!.id])
    const file = (await a.ask('GET', '/p/nps/answers.csv', { role: 'super', query: { from: today(), to: today() } }))
      .body as Response
    const table = await file.text()
    expect(table.split('\r\n')).toHaveLength(3)
    expect(table).toContain(',3,demorou')
    expect((await a.ask('DELETE', `/p/nps/surveys/${survey.id}`)).status).toBe(200)
    expect(await report()).toMatchObject({ survey: { id: survey.id }, asked: 4 })
  })
})

describe('answers', () => {
  test('are known to rules, and are exported and erased with their contact or ticket', async () => {
    await make()
    const [one, two] = [closedTicket(), closedTicket()]
    for (const ticket of [one, two]) {
      await close(ticket)
      await reply(ticket, '4, ruim')
    }
    const later = closedTicket({ contactId: one.contactId })
    const subject = (ticket: Ticket) => ({
      ticket,
      contact: { id: ticket.contactId } as Contact,
      message: null,
      at: new Date().toISOString(),
    })
    const asks = (input: object) => a.test('surveyAnswer', { ...input }, [one, later].map(subject))
    expect(await asks({ most: 6 })).toEqual([true, false])
    expect(await asks({ most: 6, of: 'contact' })).toEqual([true, true])
    expect(await asks({ least: 9 })).toEqual([false, false])
    expect(await asks({ most: 6, kind: 'csat' })).toEqual([false, false])
    expect(await a.export(one.contactId)).toMatchObject({
      surveys: [{ kind: 'nps', grade: 4, highest: 10, comment: 'ruim', outcome: 'answered' }],
    })
    expect(await a.export(randomUUID())).toBeUndefined()
    await a.forget(one.contactId)
    expect([await a.export(one.contactId), await outcomeOf(one), (await outcomeOf(two)).length]).toEqual([
      undefined,
      [],
      1,
    ])
    await a.deliver(TicketDeleted, { ticketId: two.id })
    expect(await outcomeOf(two)).toEqual([])
  })
})
