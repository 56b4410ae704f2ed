import { join } from 'node:path'
import type { MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookChannel, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

interface Report {
  readonly asked: number
  readonly score: number | null
  readonly outcomes: Readonly<Record<string, number>>
}
interface AnswerPage {
  readonly answers: readonly {
    ticketId: string
    grade: number | null
    comment: string | null
    outcome: string | null
  }[]
}

let world: HookWorld
/** Administrator, agent and supervisor of one company; the other company's administrator and agent. */
let [ana, ugo, sofia, bia, vito]: Person[] = []

beforeAll(async () => {
  const plugins = ['nps', 'automations', 'flows'].map((id) => join(import.meta.dirname, '../../plugins', id))
  world = await hookWorld({}, [pluginFolder(...plugins)])
  ;[ana, ugo, sofia, bia, vito] = await Promise.all(
    [world.a.admin, world.a.user, world.a.supervisor, world.b.admin, world.b.user].map((user) => world.signIn(user)),
  )
})
afterAll(() => world.close())

const settings = {
  name: 'NPS',
  kind: 'nps',
  enabled: true,
  scale: 10,
  timeoutMinutes: 30,
  requestMessage: 'De 0 a 10, {{name}}?',
  thanksMessage: 'Obrigado pela nota',
  invalidMessage: 'Responda com um número',
  timeoutMessage: 'O tempo terminou',
}
const ticketOf = async (name: string, person = ana!): Promise<Ticket> =>
  (
    await person.ok<TicketPage>(
      'GET',
      '/tickets/?status[]=open&status[]=pending&status[]=closed&status[]=group&limit=200&showAll=true',
    )
  ).tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
const said = async (id: string, person = ana!): Promise<string[]> =>
  (await person.ok<MessagePage>('GET', `/messages/${id}`)).messages
    .filter(({ fromMe }) => fromMe)
    .map(({ body }) => body)
const saying = (id: string, texts: readonly string[], person = ana!) =>
  eventually(
    () => said(id, person),
    (bodies) => bodies.length === texts.length && texts.every((text, at) => bodies[at] === text),
  )
/** The first words of a customer, which no agent opened in these tests. */
const unopened = 1
/** A customer writes, an agent takes it and resolves. */
async function resolved(
  name: string,
  channel: HookChannel = world.channel,
  agent = ugo!,
  admin = ana!,
): Promise<string> {
  await channel.say(name, 'preciso de ajuda')
  const { id } = await ticketOf(name, admin)
  await agent.ok('PUT', `/tickets/${id}`, { status: 'open' })
  await agent.ok('PUT', `/tickets/${id}`, { status: 'closed' })
  return id
}
const days = (): string => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  return `from=${day}&to=${day}`
}
const report = (person = ana!) => person.ok<Report>('GET', `/p/nps/report?${days()}`)
const asked = 'De 0 a 10, Cliente?'

describe('an NPS survey', () => {
  it('S3-041 S7-095 has its settings, set by administrators, and each company its own', async () => {
    const made = await ana!.ok<object>('POST', '/p/nps/surveys', settings)
    expect(made).toMatchObject(settings)
    expect(await ana!.ok('GET', '/p/nps/surveys')).toMatchObject([settings])
    expect(await bia!.ok('GET', '/p/nps/surveys')).toEqual([])
    expect(await ugo!.refused('GET', '/p/nps/surveys')).toBe('403 ERR_NO_PERMISSION')
    expect(await sofia!.refused('POST', '/p/nps/surveys', settings)).toBe('403 ERR_NO_PERMISSION')
    expect(await ana!.refused('POST', '/p/nps/surveys', settings)).toBe('409 ERR_SURVEY_EXISTS')
  })

  it('S9-050 S9-052 has ten as its scale unless another is set, never more, and a timeout in minutes', async () => {
    const { scale: _scale, timeoutMinutes: _minutes, ...rest } = settings
    const made = await bia!.ok<{ id: string }>('POST', '/p/nps/surveys', { ...rest, enabled: false })
    expect(made).toMatchObject({ scale: 10, timeoutMinutes: 60 })
    for (const change of [{ scale: 11 }, { scale: 0 }, { timeoutMinutes: 0 }, { timeoutMinutes: 1.5 }])
      expect(await bia!.refused('PUT', `/p/nps/surveys/${made.id}`, { ...settings, ...change })).toBe(
        '422 ERR_VALIDATION',
      )
  })

  it('S4-075 S4-076 asks when a ticket is closed and thanks for a grade; the ticket stays closed', async () => {
    const id = await resolved('grata')
    await saying(id, [asked])
    expect(await world.channel.say('grata', 'nota 9, muito bom')).toBeLessThan(300)
    await saying(id, [asked, 'Obrigado pela nota'])
    expect(await ticketOf('grata')).toMatchObject({ id, status: 'closed', unreadMessages: unopened })
    expect(await report()).toMatchObject({ asked: 1, score: 100, outcomes: { answered: 1 } })
    expect(await ana!.ok<AnswerPage>('GET', `/p/nps/answers?${days()}&grade=9`)).toMatchObject({
      answers: [{ ticketId: id, grade: 9, comment: 'muito bom' }],
    })
    await eventually(
      () => world.far.delivered.length,
      (count) => count >= 2,
    )
  })

  it('S4-077 S5-102 S9-051 answers what is no grade from 0 to the maximum, and waits for one that is', async () => {
    const id = await resolved('confusa')
    await saying(id, [asked])
    await world.channel.say('confusa', '11')
    await saying(id, [asked, 'Responda com um número'])
    await world.channel.say('confusa', 'zero')
    await saying(id, [asked, 'Responda com um número', 'Obrigado pela nota'])
    expect(await ana!.ok<AnswerPage>('GET', `/p/nps/answers?${days()}&grade=0`)).toMatchObject({
      answers: [{ ticketId: id }],
    })
  })

  it('gives the third invalid reply to people, with what was said unread', async () => {
    const id = await resolved('aflita')
    await saying(id, [asked])
    for (const [at, text] of ['não era isso', 'me ligue', 'quero falar com alguém'].entries()) {
      await world.channel.say('aflita', text)
      await saying(id, [asked, ...Array.from({ length: Math.min(at + 1, 2) }, () => 'Responda com um número')])
    }
    const ticket = await eventually(
      () => ticketOf('aflita'),
      ({ status }) => status === 'pending',
    )
    expect(ticket).toMatchObject({ id, unreadMessages: unopened + 3 })
    expect((await report()).outcomes).toMatchObject({ invalid: 1 })
  })

  it('S4-078 S4-079 says when the time is over, and the flow ends: what comes then reopens the ticket', async () => {
    const id = await resolved('calada')
    await saying(id, [asked])
    const { owner } = world.database
    const rings = await eventually(
      () => owner`
        update graphile_worker._private_jobs set run_at = now()
         where payload::text like ${`%${world.a.id}%`}
           and payload::text like '%deadline%'
           and run_at > now()
           and payload::text like '%' || (select r.id::text from plg_nps.request r where r.ticket_id = ${id}) || '%'
        returning id`,
      (rows) => rows.length === 1,
    )
    expect(rings).toHaveLength(1)
    await saying(id, [asked, 'O tempo terminou'])
    await eventually(
      async () => (await report()).outcomes['timedOut'],
      (count) => count === 1,
    )
    const expecting = () => owner`select 1 from core.expected_reply where ticket_id = ${id}`
    await eventually(expecting, (rows) => rows.length === 0)
    await world.channel.say('calada', '10')
    expect(await ticketOf('calada')).toMatchObject({ id, status: 'pending', unreadMessages: unopened + 1 })
  })

  it('never asks for the other company, whose report knows nothing of this one', async () => {
    const other = await resolved('vizinha', world.otherChannel, vito, bia)
    const mine = await resolved('depois')
    await saying(mine, [asked])
    expect(await said(other, bia)).toEqual([])
    expect(await report(bia)).toMatchObject({ asked: 0, score: null })
    expect(await bia!.ok<AnswerPage>('GET', `/p/nps/answers?${days()}`)).toEqual({ answers: [], nextCursor: null })
    expect(await ugo!.refused('GET', `/p/nps/report?${days()}`)).toBe('403 ERR_NO_PERMISSION')
    expect((await report(sofia)).asked).toBe(5)
  })

  it('is over when an agent reopens the ticket, and its next reply is an ordinary message', async () => {
    const id = await resolved('volta')
    await saying(id, [asked])
    await ugo!.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await eventually(
      async () => (await ana!.ok<AnswerPage>('GET', `/p/nps/answers?${days()}&outcome=timedOut`)).answers,
      (rows) => rows.some(({ ticketId }) => ticketId === id),
    )
    await world.channel.say('volta', '10')
    expect(await ticketOf('volta')).toMatchObject({ id, status: 'open', unreadMessages: unopened + 1 })
    expect(await said(id)).toEqual([asked])
  })

  it('is erased with its contact, and an erasure that closes their ticket asks nobody', async () => {
    const { contactId } = await ticketOf('grata')
    const { asked: before } = await report()
    await ana!.ok('POST', '/privacy/erasures', { contactId, reason: 'request' })
    const after = await eventually(report, ({ asked: count }) => count < before)
    expect(after).toMatchObject({ asked: before - 1, outcomes: { answered: 1 } })
    await world.channel.say('apagada', 'oi')
    const taken = await ticketOf('apagada')
    await ugo!.ok('PUT', `/tickets/${taken.id}`, { status: 'open' })
    await ana!.ok('POST', '/privacy/erasures', { contactId: taken.contactId, reason: 'request' })
    await eventually(
      () => ana!.ok<Ticket>('GET', `/tickets/${taken.id}`),
      ({ status }) => status === 'closed',
    )
    // By the time when a later closing has been asked about, this one has been looked at.
    await saying(await resolved('ultima'), [asked])
    expect((await report()).asked).toBe(before)
    expect(await said(taken.id)).toEqual([])
  })
})

describe('an answer', () => {
  it('begins rules of the company with the answer, which they may ask about', async () => {
    const make = (name: string, trigger: string, input: object, actions: object[]) =>
      ana!.ok<{ id: string }>('POST', '/p/automations/rules', {
        name,
        trigger: { kind: 'event', event: trigger },
        conditions: [{ plugin: 'nps', name: 'surveyAnswer', input }],
        actions,
      })
    const act = (name: string, input: object) => ({ plugin: 'automations', name, input })
    const rules = [
      await make('Detrator', 'surveyed', { most: 6 }, [act('priority', { priority: 'urgent' })]),
      await make('Promotor', 'surveyed', { least: 9 }, [act('priority', { priority: 'low' })]),
    ]
    const id = await resolved('brava')
    await saying(id, [asked])
    await world.channel.say('brava', '2')
    await eventually(
      () => ticketOf('brava'),
      ({ priority }) => priority === 'urgent',
    )
    expect(await ticketOf('brava')).toMatchObject({ id, status: 'closed' })
    const { firings } = await ana!.ok<{ firings: { ticketId: string; ruleId: string }[] }>(
      'GET',
      '/p/automations/firings',
    )
    expect(firings.map(({ ticketId, ruleId }) => [ticketId, ruleId])).toEqual([[id, rules[0]!.id]])
    for (const rule of rules) await ana!.ok('DELETE', `/p/automations/rules/${rule.id}`)
  })

  it('is simulated as it was given, and as it is supposed to be given after each closing', async () => {
    interface Part {
      readonly fired: number
      readonly events: number
      readonly samples: readonly { ticketId: string }[]
    }
    const simulate = (conditions: object[], answer: object | null, person = ana!) =>
      person.ok<Part>('POST', '/p/automations/simulations', {
        answer,
        rule: {
          name: 'Detrator',
          trigger: { kind: 'event', event: 'surveyed' },
          conditions: conditions.map((input) => ({ plugin: 'nps', name: 'surveyAnswer', input })),
          actions: [{ plugin: 'automations', name: 'priority', input: { priority: 'urgent' } }],
        },
      })
    const happy = await resolved('contente')
    await saying(happy, [asked])
    await world.channel.say('contente', '10')
    await saying(happy, [asked, 'Obrigado pela nota'])
    const given = (await ana!.ok<AnswerPage>('GET', `/p/nps/answers?${days()}&outcome=answered`)).answers
    const bad = given.filter(({ grade }) => grade! <= 6)
    expect([given.length > bad.length, bad.length > 0]).toEqual([true, true])
    expect(await simulate([], null)).toMatchObject({ fired: given.length, events: given.length })
    const fired = await simulate([{ most: 6 }], null)
    expect(fired.samples.map(({ ticketId }) => ticketId).toSorted()).toEqual(
      bad.map(({ ticketId }) => ticketId).toSorted(),
    )
    const { fired: closings } = await simulate([], { kind: 'nps', grade: 9 })
    expect(closings).toBeGreaterThan(given.length)
    const supposed = async (input: object, answer: object) => (await simulate([input], answer)).fired
    expect([
      await supposed({ most: 6 }, { kind: 'nps', grade: 6 }),
      await supposed({ most: 6 }, { kind: 'nps', grade: 7 }),
      await supposed({ kind: 'csat', least: 4, of: 'contact' }, { kind: 'csat', grade: 4 }),
      await supposed({ kind: 'csat', least: 4 }, { kind: 'csat', grade: 3 }),
    ]).toEqual([closings, 0, closings, 0])
    expect(await simulate([], null, bia)).toMatchObject({ fired: 0 })
    for (const answer of [
      { kind: 'csat', grade: 0 },
      { kind: 'nps', grade: 11 },
      { kind: 'x', grade: 1 },
    ])
      expect(
        await ana!.refused('POST', '/p/automations/simulations', {
          answer,
          rule: { name: 'x', trigger: { kind: 'event', event: 'surveyed' }, actions: [] },
        }),
      ).toBe('422 ERR_VALIDATION')
  })

  it('is a condition of flows: who gave a bad grade before is led another way', async () => {
    const say = (text: string) => ({ kind: 'people', data: { text } })
    const { id } = await ana!.ok<{ id: string }>('POST', '/p/flows/flows', {
      name: 'Por nota',
      graph: {
        nodes: [
          { id: 'start', kind: 'start' },
          {
            id: 'if',
            kind: 'condition',
            data: { conditions: [{ plugin: 'nps', name: 'surveyAnswer', input: { of: 'contact', most: 6 } }] },
          },
          { id: 'bad', ...say('Sentimos muito') },
          { id: 'good', ...say('Olá') },
        ],
        edges: [
          { id: 'e0', from: 'start', outlet: 'next', to: 'if' },
          { id: 'e1', from: 'if', outlet: 'yes', to: 'bad' },
          { id: 'e2', from: 'if', outlet: 'no', to: 'good' },
        ],
      },
    })
    await ana!.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
    await ana!.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
    const places = [{ plugin: 'flows', name: 'main', input: { flow: id } }]
    await ana!.ok('PUT', '/responders', { scope: { kind: 'company' }, places })
    await world.channel.say('brava', 'de novo')
    await world.channel.say('novata', 'oi')
    const answered = await Promise.all(
      ['brava', 'novata'].map(async (name) =>
        eventually(
          async () => (await said((await ticketOf(name)).id)).at(-1),
          (last) => last !== undefined && ['Sentimos muito', 'Olá'].includes(last),
        ),
      ),
    )
    expect(answered).toEqual(['Sentimos muito', 'Olá'])
    await ana!.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
  })
})
