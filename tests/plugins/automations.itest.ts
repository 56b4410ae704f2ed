import { randomUUID } from 'node:crypto'
import type { Ticket } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { ruleEvents, type RuleEvent } from '../../plugins/automations/src/rules/limits.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from './webchat.rig.ts'

/* Rules in the whole product: what people and contacts do has them fire, and what fired is what a simulation says. */

interface Rule {
  id: string
  name: string
  fired: number
  problems: object[]
}
interface Firing {
  rule: string
  ticketId: string
  results: { name: string; state: string; error: string | null }[]
}
interface Part {
  events: number
  fired: number
  firedTickets: number
  problems: object[]
  nextCursor: string | null
  samples: { ticketId: string; protocol: string }[]
}

let node: TestApp
/** Administrator and agent in sales; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
const visitors: Visitor[] = []
let visitor: Visitor

beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  ;[ana, ugo, bia] = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(async () => {
  for (const each of visitors) each.close()
  await node.close()
})
beforeEach(async () => {
  visitor = await arrives()
})
afterEach(async () => {
  for (const person of [ana!, bia!])
    for (const { id } of await list(person)) await person.ok('DELETE', `${rules}/${id}`)
})

const rules = '/p/automations/rules'
const list = (person = ana!): Promise<Rule[]> => person.ok<Rule[]>('GET', rules)
const block = (name: string, input: object = {}) => ({ plugin: 'automations', name, input })
const at = (event: RuleEvent, actions: object[], more: object = {}) => ({
  name: `${event} ${randomUUID().slice(0, 8)}`,
  trigger: { kind: 'event', event },
  actions,
  ...more,
})
const after = (minutes: number, actions: object[], clock = 'unanswered') => ({
  name: `${clock} ${randomUUID().slice(0, 8)}`,
  trigger: { kind: 'time', clock, minutes },
  actions,
})
const make = (rule: object, person = ana!): Promise<Rule> => person.ok<Rule>('POST', rules, rule)
const firingsOf = async ({ id }: Rule, person = ana!): Promise<Firing[]> =>
  (await person.ok<{ firings: Firing[] }>('GET', `/p/automations/firings?ruleId=${id}`)).firings
const fired = (rule: Rule, times: number): Promise<Firing[]> =>
  eventually(
    () => firingsOf(rule),
    ({ length }) => length >= times,
  )
const simulate = async (rule: object): Promise<Part> => {
  const part = await ana!.ok<Part>('POST', '/p/automations/simulations', { rule })
  expect(part.nextCursor).toBeNull()
  return part
}
const read = (id: string, person = ana!): Promise<Ticket> => person.ok<Ticket>('GET', `/tickets/${id}`)
const change = (id: string, body: object, person = ana!): Promise<Ticket> =>
  person.ok<Ticket>('PUT', `/tickets/${id}`, body)

async function arrives(connection: string = node.a.connection): Promise<Visitor> {
  const one = new Visitor(node.base, connection)
  visitors.push(one)
  await one.session({ profile: { name: `Maria ${randomUUID().slice(0, 8)}` } })
  return one
}
/** The contact writes, and it has arrived; answers the ticket. */
async function writes(
  text: string = randomUUID(),
  { from = visitor, to = node.a.id }: { from?: Visitor; to?: string } = {},
): Promise<string> {
  const said = `${text} ${randomUUID()}`
  await from.say(said)
  const [row] = await eventually(
    () =>
      node.database.owner<
        { ticket_id: string }[]
      >`select ticket_id from core.message where tenant_id = ${to} and body = ${said}`,
    (rows) => rows.length === 1,
  )
  return row!.ticket_id
}
async function tag(name: string, tenant: string = node.a.id): Promise<string> {
  const id = newId<never>()
  await node.database.owner`
    insert into core.tag ${node.database.owner({ id, tenant_id: tenant, name: `${name} ${randomUUID().slice(0, 8)}` })}`
  return id
}
const answersOf = (ticket: string): Promise<{ body: string }[]> =>
  node.database.owner`select body from core.message where ticket_id = ${ticket} and from_me order by created_at, id`
/** Lets the sweep of rules by time come until this is seen. */
const swept = <T>(look: () => Promise<T[]>): Promise<T[]> =>
  eventually(
    async () => {
      await node.database.owner`
        update graphile_worker._private_jobs set run_at = now()
         where key = ${`${node.a.id}:plugin:automations:sweep:sweep`} and locked_at is null and run_at > now()`
      return look()
    },
    ({ length }) => length === 1,
  )

describe('an event', () => {
  test('of every kind has its rules fire, as often as it happened, and the simulation says the same', async () => {
    const mark = await tag('Marca')
    const drafts = ruleEvents.map((event) => at(event, [block('addTags', { tags: [mark] })]))
    const made = await Promise.all(drafts.map((draft) => make(draft)))
    const ticket = await writes()
    await change(ticket, { status: 'open', userId: node.a.user.id })
    await ugo!.ok('POST', `/messages/${ticket}`, { body: 'Olá' })
    await change(ticket, { priority: 'high' })
    await change(ticket, { tagIds: [await tag('De gente'), mark] })
    await ana!.ok('POST', `/p/notes/tickets/${ticket}/notes`, { content: `Veja <@${node.a.user.id}>` })
    await change(ticket, { snooze: { until: null } })
    await writes()
    await ana!.ok('POST', `/tickets/${ticket}/transfer`, { queueId: node.a.sales })
    await change(ticket, { status: 'open' }, ugo!)
    await change(ticket, { status: 'closed', withoutFarewell: true }, ugo!)
    await writes()
    const expected: Record<RuleEvent, number> = {
      created: 1,
      received: 3,
      sent: 1,
      assigned: 2,
      moved: 1,
      opened: 2,
      returned: 2,
      closed: 1,
      prioritized: 1,
      tagged: 1,
      mentioned: 1,
      woken: 1,
      // Nobody asks for surveys here: tests/plugins/nps.itest.ts does.
      surveyed: 0,
    }
    for (const [index, event] of ruleEvents.entries())
      expect([
        event,
        (await fired(made[index]!, expected[event])).map(({ ticketId, results }) => [
          ticketId,
          ...results.map(({ state }) => state),
        ]),
      ]).toEqual([event, Array.from({ length: expected[event] }, () => [ticket, 'done'])])
    for (const [index, draft] of drafts.entries()) {
      const event = ruleEvents[index]!
      // Tags, mentions and answers to surveys stand in no log, so that nobody knows of the past of them.
      expect([event, await simulate(draft)]).toMatchObject([
        event,
        ['tagged', 'mentioned', 'surveyed'].includes(event)
          ? { fired: 0 }
          : {
              fired: expected[event],
              firedTickets: 1,
              samples: Array.from({ length: expected[event] }, () => ({ ticketId: ticket })),
            },
      ])
    }
    const shown = new Map((await list()).map((rule) => [rule.id, rule]))
    for (const [index, event] of ruleEvents.entries())
      expect([event, shown.get(made[index]!.id)]).toMatchObject([event, { fired: expected[event], problems: [] }])
  })

  test('asks the conditions of the message, and the action reaches the contact once', async () => {
    const rule = await make({
      ...at('received', [block('reply', { text: 'Oi {{name}}, o boleto vai já.' })]),
      conditions: [{ ...block('text', { words: ['boleto'] }), negated: false }],
    })
    const ticket = await writes('Quero pagar')
    await writes('Cadê o boleto?')
    await fired(rule, 1)
    const { name } = await read(ticket)
    await eventually(
      () => answersOf(ticket),
      ({ length }) => length === 1,
    )
    expect([await answersOf(ticket), (await firingsOf(rule)).length]).toEqual([
      [{ body: `Oi ${name.split(' ')[0]}, o boleto vai já.` }],
      1,
    ])
    expect(
      await simulate({
        ...at('received', [block('reply', { text: 'Oi' })]),
        conditions: [{ ...block('text', { words: ['boleto'] }), negated: false }],
      }),
    ).toMatchObject({ fired: 1, problems: [] })
  })

  test('that comes again, because its place was lost, has no rule fire again', async () => {
    const rule = await make(at('received', [block('reply', { text: 'Recebido' })]))
    const ticket = await writes()
    await fired(rule, 1)
    await node.app.close()
    await node.database.owner`update bus.cursor set seq = 0 where name = 'plugin.automations.received'`
    await node.start()
    await writes()
    const here = async () => (await firingsOf(rule)).filter(({ ticketId }) => ticketId === ticket)
    await eventually(here, ({ length }) => length >= 2)
    await eventually(
      () => answersOf(ticket),
      ({ length }) => length >= 2,
    )
    expect([(await here()).length, (await answersOf(ticket)).length]).toEqual([2, 2])
  })

  test('of one company has no rule of another fire', async () => {
    const [ours, theirs] = [
      await make(at('received', [block('reply', { text: 'Da Aurora' })])),
      await make(at('received', [block('reply', { text: 'Da Boreal' })]), bia!),
    ]
    const far = await arrives(node.b.connection)
    const ticket = await writes('Oi', { from: far, to: node.b.id })
    await eventually(
      () => firingsOf(theirs, bia!),
      ({ length }) => length === 1,
    )
    await eventually(
      () => answersOf(ticket),
      ({ length }) => length === 1,
    )
    expect([
      await firingsOf(ours),
      await firingsOf(ours, bia!),
      await firingsOf(theirs),
      await answersOf(ticket),
    ]).toEqual([[], [], [], [{ body: 'Da Boreal' }]])
  })
})

describe('opening hours as a condition', () => {
  const hours = '/p/business-hours/business-hours'
  const inHours = (is: 'open' | 'closed', queue: string | null = null, negated = false) => ({
    plugin: 'business-hours',
    name: 'hours',
    input: { is, queue },
    negated,
  })
  const days = (mode: 'open' | 'closed') => Object.fromEntries([...'0123456'].map((day) => [day, { mode }]))
  const keep = (type: string, target: string | null, mode: 'open' | 'closed') =>
    ana!.ok<{ id: string }>('POST', hours, { type, target, active: true, days: days(mode), message: '' })
  const rule = (text: string, ...conditions: object[]) => ({
    ...at('received', [block('reply', { text })]),
    conditions,
  })

  test('are asked of the company or of a queue, and what one company keeps says nothing about another', async () => {
    const kept = [await keep('global', null, 'closed'), await keep('queue', node.a.sales, 'open')]
    try {
      const [closed, open, inSales, notClosed] = [
        await make(rule('Fechado agora', inHours('closed'))),
        await make(rule('Aberto agora', inHours('open'))),
        await make(rule('Vendas atende', inHours('open', node.a.sales))),
        await make(rule('Nunca', inHours('closed', null, true))),
      ]
      const theirs = [
        await make(rule('Fechado lá', inHours('closed')), bia!),
        await make(rule('Aberto lá', inHours('open')), bia!),
      ]
      const ticket = await writes('Oi')
      await fired(closed, 1)
      await fired(inSales, 1)
      const replies = await eventually(
        () => answersOf(ticket),
        ({ length }) => length === 2,
      )
      expect(replies.map(({ body }) => body).toSorted()).toEqual(['Fechado agora', 'Vendas atende'])
      expect([await firingsOf(open), await firingsOf(notClosed)]).toEqual([[], []])

      const far = await arrives(node.b.connection)
      const there = await writes('Oi', { from: far, to: node.b.id })
      const said = await eventually(
        () => answersOf(there),
        ({ length }) => length === 1,
      )
      expect(said).toEqual([{ body: 'Aberto lá' }])
      expect(await firingsOf(theirs[0]!, bia!)).toEqual([])
      const asTheirs = rule('Outra', inHours('open', node.b.sales))
      expect(await ana!.refused('POST', rules, asTheirs)).toMatch(/^4\d\d ERR_/)
    } finally {
      for (const { id } of kept) await ana!.ok('DELETE', `${hours}/${id}`)
    }
  })
})

describe('rules that meet', () => {
  test('come to an end: what one does has none begin, and a later one sees it', async () => {
    const [to, back] = [
      await make(at('assigned', [block('toUser', { user: node.a.user.id })])),
      await make(at('assigned', [block('toUser', { user: node.a.admin.id })])),
    ]
    const ticket = await writes()
    await change(ticket, { status: 'open', userId: node.a.user.id })
    await fired(back, 1)
    await eventually(
      () => read(ticket),
      ({ userId }) => userId === node.a.admin.id,
    )
    await change(ticket, { userId: node.a.user.id })
    await fired(back, 2)
    expect([(await firingsOf(to)).length, (await firingsOf(back)).length]).toEqual([2, 2])
  })

  test('stop at what is refused, and say why', async () => {
    const rule = await make(at('closed', [block('reply', { text: 'Tchau' }), block('priority', { priority: 'low' })]))
    const ticket = await writes()
    await change(ticket, { status: 'open' })
    await change(ticket, { status: 'closed', withoutFarewell: true })
    expect(await fired(rule, 1)).toMatchObject([
      {
        ticketId: ticket,
        results: [
          { name: 'reply', state: 'refused', error: 'ERR_CREATING_MESSAGE' },
          { name: 'priority', state: 'skipped', error: null },
        ],
      },
    ])
  })
})

describe('a rule by time', () => {
  test('fires once in what has waited for so long since it is on, and the log says who did it', async () => {
    const old = await writes()
    const rule = await make(after(30, [block('priority', { priority: 'urgent' })]))
    const [late, fresh] = [await writes('Oi', { from: await arrives() }), await writes('Oi', { from: await arrives() })]
    const { owner } = node.database
    for (const [ticket, minutes] of [
      [old, 90],
      [late, 45],
      [fresh, 10],
    ] as const)
      await owner`
        update core.ticket set last_message_at = now() - ${`${minutes} minutes`}::interval where id = ${ticket}`
    const sweptSince = async (minutes: number): Promise<void> => {
      await owner`
        update plg_automations.rule
           set swept_until = date_trunc('milliseconds', now()) - ${`${minutes} minutes`}::interval
         where id = ${rule.id}`
    }
    await sweptSince(60)
    expect((await swept(() => firingsOf(rule))).map(({ ticketId }) => ticketId)).toEqual([late])
    expect(
      (await ana!.ok<{ type: string; plugin: string | null }[]>('GET', `/tickets/${late}/logs`)).filter(
        ({ type }) => type === 'priority',
      ),
    ).toMatchObject([{ plugin: 'automations' }])
    await sweptSince(60)
    await swept(
      () =>
        owner`select from plg_automations.rule where id = ${rule.id} and swept_until > now() - interval '31 minutes'`,
    )
    expect([(await firingsOf(rule)).length, (await read(old)).priority, (await read(fresh)).priority]).toEqual([
      1,
      'normal',
      'normal',
    ])
  })
})

test('agents neither make rules nor read them', async () => {
  const { id } = await make(at('received', [block('resolve')]))
  for (const [method, path, body] of [
    ['GET', rules],
    ['GET', '/p/automations/blocks'],
    ['GET', '/p/automations/firings'],
    ['POST', rules, at('received', [block('resolve')])],
    ['PATCH', `${rules}/${id}`, { isActive: false }],
    ['DELETE', `${rules}/${id}`],
    ['POST', '/p/automations/simulations', { rule: at('received', [block('resolve')]) }],
  ] as const) {
    expect(await ugo!.refused(method, path, body)).toBe('403 ERR_NO_PERMISSION')
  }
  for (const [method, body] of [
    ['PUT', at('received', [block('resolve')])],
    ['PATCH', { isActive: false }],
    ['DELETE', undefined],
  ] as const)
    expect(await bia!.refused(method, `${rules}/${id}`, body)).toBe('404 ERR_NO_RULE_FOUND')
})

test('a rule names what the company has: another company’s is refused at its field, and what is gone since is said of it', async () => {
  const mark = await tag('Some')
  const draft = {
    ...at('received', [block('addTags', { tags: [mark] }), block('toQueue', { queue: node.a.sales })]),
    conditions: [{ ...block('user', { users: [node.a.user.id] }), negated: false }],
  }
  const { id } = await make(draft)
  const refused = await bia!.call<{ error: string; issues: { path: string }[] }>('POST', rules, draft)
  expect([refused.status, refused.body.error, refused.body.issues.map(({ path }) => path)]).toEqual([
    422,
    'ERR_VALIDATION',
    ['body.conditions.0.input.users', 'body.actions.0.input.tags', 'body.actions.1.input.queue'],
  ])
  await node.database.owner`delete from core.tag where id = ${mark}`
  expect((await list()).find((rule) => rule.id === id)?.problems).toEqual([
    { part: 'actions', at: 0, error: 'ERR_NO_TAG_FOUND' },
  ])
})
