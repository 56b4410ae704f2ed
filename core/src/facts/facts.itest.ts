import {
  factClocks,
  factMeasures,
  isOfGrades,
  isOfMessages,
  type FactConversation,
  type FactConversationsQuery,
  type FactDimension,
  type FactClock,
  type OpeningsAnswer,
  type OpeningsOwner,
  type OpeningTimes,
  type ServiceOutput,
  type TicketId,
} from '@recado/contracts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { askForNewFacts } from './ask-for-new-facts.ts'
import {
  countedOf,
  isDuration,
  local,
  valuesOf,
  type Counted,
  type LogRow,
  type MessageRow,
  type TagRow,
  type TicketRow,
} from './counted.rig.ts'
import { FactKeeping } from './fact-keeping.ts'
import { factStatement } from './fact-query.ts'
import { GradeKeeping } from './grade-keeping.ts'
import { Facts } from './facts.service.ts'
import { OpeningKeeping } from './opening-keeping.ts'
import { act, openByOwner, zones, type Act } from './random-days.rig.ts'

/* Numbers are kept beside the rows; `counted.rig.ts` counts the rows a second time. */

const visibility = { hideAssignedToOthers: true, hideWithoutQueue: true, hideWithBot: true, hideContactData: false }
const span = { from: '2026-01-01', until: '2026-12-31' }
/** The last days, today among them. */
const wide = {
  from: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
  until: new Date().toISOString().slice(0, 10),
}
/** Long enough that random answers come before it and after it. */
const deadlineMinutes = 600

let database: TestDatabase
let a: TestTenant
let b: TestTenant
let facts: Facts
let keeping: FactKeeping
let openings: OpeningKeeping
let grades: GradeKeeping
/** What the plugin that has the surveys has stored: the rows of grades. */
let given: ServiceOutput<'surveyGrades.given'>['grades'] = []
/** Whether the clock of the SLA stands still while it is closed. */
let slaClock: FactClock = 'wall'
/** What the plugin of the first company would answer of all of the year. */
let hours: OpeningsAnswer | undefined
/** First answers of conversations whose messages were erased since. */
const answeredOnce = new Map<string, readonly Date[]>()
/** When the plugin is asked; null for now. */
let today: Date | null = new Date('2026-12-01T00:00Z')
let channel: string
beforeAll(async () => {
  database = await testDatabase()
  ;({ a, b } = await twoTenants(database.owner))
  facts = new Facts({
    db: database.db,
    settings: {
      visibility: () => Promise.resolve(visibility),
      get: (_company, key) =>
        Promise.resolve(
          (key === 'slaOpeningHours'
            ? slaClock === 'opening'
            : { green: 5, yellow: 15, red: deadlineMinutes }) as never,
        ),
    },
  })
  const [connection] = await database.owner<
    { type: string }[]
  >`select type from core.connection where id = ${a.connection}`
  channel = connection!.type
  for (const { id } of [a, b])
    for (const name of ['Reembolso', 'Troca'])
      await database.owner`insert into core.tag ${database.owner({ id: newId(), tenant_id: id, name })}`
  const log = pino({ level: 'silent' })
  grades = new GradeKeeping({
    db: database.db,
    bus: { subscribe: () => Promise.reject(new Error('the test tells of grades itself')) },
    log,
    ask: (_tenantId, { tickets }) =>
      Promise.resolve({ grades: given.filter(({ ticketId }) => tickets.includes(ticketId)) }),
  })
  keeping = new FactKeeping({ db: database.db, clock: systemClock, log, grades })
  openings = new OpeningKeeping({
    db: database.db,
    clock: { ...systemClock, now: () => today ?? new Date() },
    log,
    ask: (tenantId, { from, until }) =>
      Promise.resolve(
        hours && tenantId === a.id ? { of: hours.of.map((each) => within(each, from, until)) } : undefined,
      ),
  })
})
afterAll(() => database.drop())

type OpeningsOf = OpeningsAnswer['of'][number]
const within = ({ owner, open }: OpeningsOf, from: string, until: string): OpeningsOf => ({
  owner,
  open: open
    .filter(([opens, closes]) => closes > from && opens < until)
    .map(([opens, closes]) => [opens > from ? opens : from, closes < until ? closes : until]),
})

const owners = ['company', 'user', 'queue', 'connection'] as const
/** As the plugin answers them, and as clients are told. */
function hoursOf(by: { [Owner in (typeof owners)[number]]?: [string, string][] } | null): {
  answer: OpeningsAnswer | undefined
  times: OpeningTimes
} {
  if (by === null) return { answer: undefined, times: null }
  const ids = { company: a.id, user: a.user.id, queue: a.sales, connection: a.connection }
  const set = owners.flatMap((kind) => (by[kind] ? [{ kind, id: ids[kind], open: by[kind] }] : []))
  return {
    answer: {
      of: set.map(({ kind, id, open: spans }) => ({
        owner: (kind === 'company' ? { kind } : { kind, id }) as OpeningsOwner,
        open: spans,
      })),
    },
    times: {
      from: 0,
      company: 0,
      of: Object.fromEntries(set.map(({ id }, nth) => [id, nth])),
      spans: set.map(({ open: spans }) => spans.map(([opens, closes]) => [Date.parse(opens), Date.parse(closes)])),
    },
  }
}

/** Grades from one on, in five steps. */
const one = (highest: number) => ({ lowest: 1, highest, step: (highest - 1) / 4 })

/** What people and channels do to the rows of a company, as far as numbers follow from it. */
async function perform(company: TestTenant, acts: readonly Act[]) {
  const { owner } = database
  const tickets: string[] = []
  const picked = (nth: number) => tickets[nth % tickets.length]
  const users = { contact: null, user: company.user.id, colleague: company.colleague.id, bot: null }
  for (const each of acts) {
    if (each.do === 'settle') await keeping.sweep()
    else if (each.do === 'rebuild') await keeping.rebuild(company.id)
    else if (each.do === 'open') {
      const id = newId()
      const contact = newId()
      await owner`insert into core.contact ${owner({ id: contact, tenant_id: company.id, name: 'Contato' })}`
      await owner`insert into core.ticket ${owner({
        id,
        tenant_id: company.id,
        protocol: id,
        status: 'pending',
        contact_id: contact,
        connection_id: company.connection,
        channel: 'test-channel',
        chat: id,
        queue_id: each.queued ? company.sales : null,
        created_at: each.at,
        last_message_at: each.at,
      })}`
      tickets.push(id)
    } else if (tickets.length === 0) continue
    else if (each.do === 'write') {
      const ticket = picked(each.ticket)!
      await owner`insert into core.message ${owner(
        each.at.map((at) => ({
          id: newId(),
          tenant_id: company.id,
          ticket_id: ticket,
          contact_id: newId(),
          connection_id: company.connection,
          from_me: each.by !== 'contact',
          user_id: users[each.by as keyof typeof users],
          body: 'Oi',
          parts: owner.json([{ kind: 'text', text: 'Oi' }]),
          status: 'sent',
          sent_at: at,
        })),
      )}`
    } else if (each.do === 'grade') {
      const ticket = picked(each.ticket)! as TicketId
      const of = { nps: { lowest: 0, highest: 10, step: 2.5 }, csat: one(5), ces: one(7) }[each.kind]
      const grade = Math.round(of.lowest + each.grade * of.step)
      given = [
        ...given,
        { ticketId: ticket, kind: each.kind, grade, highest: of.highest, at: each.at.toISOString() as never },
      ]
      await grades.keep(company.id, [ticket])
    } else if (each.do === 'become') {
      const { status } = each
      const ticket = picked(each.ticket)!
      // Nothing happens to a conversation before what happened to it already.
      const [earliest] = await owner<{ at: Date }[]>`
        select greatest(created_at, (select max(l.created_at) from core.ticket_log l where l.ticket_id = t.id)) as at
          from core.ticket t where t.id = ${ticket}`
      const at = new Date(Math.max(each.at.getTime(), earliest!.at.getTime()))
      await owner`
        with changed as (
          update core.ticket set status = ${status}, closed_at = ${status === 'closed' ? at : null},
                 user_id = ${status === 'pending' ? null : company.user.id},
                 started_at = case when ${status} = 'open' and status <> 'open' then ${at}::timestamptz
                                   when ${status} = 'pending' then null else started_at end
           where id = ${ticket} and merged_into is null and status <> ${status} returning tenant_id, id)
        insert into core.ticket_log (id, tenant_id, ticket_id, type, created_at)
        select ${newId()}, tenant_id, id, ${status}, ${at}::timestamptz from changed`
    } else if (each.do === 'transfer')
      await owner`
        with moved as (
          update core.ticket
             set queue_id = case when queue_id = ${company.sales} then ${company.support}::uuid
                                 else ${company.sales}::uuid end
           where id = ${picked(each.ticket)!} and merged_into is null returning tenant_id, id)
        insert into core.ticket_log (id, tenant_id, ticket_id, type, created_at)
        select ${newId()}, tenant_id, id, 'transfered', ${each.at}::timestamptz from moved`
    else if (each.do === 'erase') {
      // What was said is gone, grades with it; how long the conversation took was counted before, and stays.
      await keeping.sweep()
      const ticket = picked(each.ticket)!
      const [first] = await owner<{ at: Date | null }[]>`
        select min(m.sent_at) as at from core.message m join core.ticket t on t.id = m.ticket_id
         where m.ticket_id = ${ticket} and m.from_me and m.user_id is not null and m.sent_at >= t.created_at
           and t.merged_into is null`
      if (first!.at) answeredOnce.set(ticket, [...(answeredOnce.get(ticket) ?? []), first!.at])
      await owner`delete from core.message where ticket_id = ${ticket}`
      given = given.filter(({ ticketId }) => ticketId !== ticket)
      await grades.keep(company.id, [ticket as TicketId])
    } else if (each.do === 'tag')
      await owner`insert into core.ticket_tag (tenant_id, ticket_id, tag_id)
                  select tenant_id, ${picked(each.ticket)!}, id from core.tag
                   where tenant_id = ${company.id} order by name offset ${each.tag} limit 1 on conflict do nothing`
    else if (each.do === 'unsay')
      await owner`delete from core.message where ticket_id = ${picked(each.ticket)!} and from_me and user_id is null`
    else if (each.do === 'delete') {
      const [gone] = tickets.splice(each.ticket % tickets.length, 1)
      await owner`delete from core.ticket where id = ${gone!}`
      given = given.filter(({ ticketId }) => ticketId !== gone)
    } else if (picked(each.ticket) !== picked(each.into))
      await owner`
        update core.ticket set status = 'closed', merged_into = ${picked(each.into)!}
         where id = ${picked(each.ticket)!} and exists (select from core.ticket where id = ${picked(each.into)!})`
  }
}

it('what was counted is what the rows say, over changes, merges, deletions, erasures and daylight saving', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...zones),
      fc.constantFrom(...factMeasures),
      fc.uniqueArray(fc.constantFrom('day', 'hour', 'weekday', 'user', 'queue', 'connection', 'channel', 'tag'), {
        maxLength: 2,
      }),
      fc.record({
        clock: fc.constantFrom(...factClocks),
        sla: fc.constantFrom(...factClocks),
        open: openByOwner,
      }),
      async (acts, zone, measure, dimensions, { clock, sla, open: openBy }) => {
        const { owner } = database
        const by = dimensions.filter(
          (each) => !isOfMessages(measure) || (each !== 'queue' && each !== 'tag'),
        ) as FactDimension[]
        await owner`delete from core.ticket`
        await owner`delete from core.ticket_log`
        given = []
        answeredOnce.clear()
        await owner`update core.tenant set time_zone = ${zone} where id = ${a.id}`
        await keeping.sweep()
        await perform(a, acts)
        await perform(b, acts.slice(0, 5))
        await keeping.sweep()
        const { answer, times } = hoursOf(openBy)
        hours = answer
        slaClock = sla
        await owner`delete from core.opening`
        await owner`delete from core.openings_kept`
        await openings.sweep()
        const tickets = await owner<TicketRow[]>`select * from core.ticket where tenant_id = ${a.id}`
        const messages = await owner<MessageRow[]>`select * from core.message where tenant_id = ${a.id}`
        const tags = await owner<TagRow[]>`select * from core.ticket_tag where tenant_id = ${a.id}`
        const logs = await owner<LogRow[]>`select * from core.ticket_log where tenant_id = ${a.id}`
        const counted = countedOf(
          measure,
          { tickets, messages, logs, grades: given, answeredOnce },
          { clock, slaClock: sla, times },
        )
        const groups = Map.groupBy(
          counted.flatMap((each) =>
            by
              .reduce<(string | null)[][]>(
                (keys, dimension) =>
                  valuesOf(each, dimension, { timeZone: zone, tags, channel }).flatMap((value) =>
                    keys.map((key) => [...key, value]),
                  ),
                [[]],
              )
              .map((key) => ({ ...each, key: JSON.stringify(key) })),
          ),
          ({ key }) => key,
        )
        const expected = [...groups].map(([key, members]) => ({
          key,
          count: members.length,
          mean:
            isDuration(measure) || isOfGrades(measure)
              ? members.reduce((sum, { amount }) => sum + amount, 0) / members.length
              : null,
          kept:
            measure === 'firstAnswer'
              ? members.filter(({ slaAmount }) => slaAmount! <= deadlineMinutes * 60).length
              : null,
        }))
        const { rows, timeZone } = await facts.query(a.id, { measure, by, clock, ...span })
        expect(timeZone).toBe(zone)
        const kept = rows
          // What nobody has answered is told as late alone.
          .filter((row) => row.count > 0)
          .map((row) => ({
            key: JSON.stringify(row.by.map(({ value }) => value)),
            count: row.count,
            mean: row.mean === null ? null : expect.closeTo(row.mean, 3),
            kept: row.sla?.kept ?? null,
          }))
        const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key)
        expect(expected.toSorted(byKey)).toEqual(kept.toSorted(byKey))
        const [some] = counted
        const hourOf = ({ at }: Pick<Counted, 'at'>): { weekday: number; hour: number } => {
          const { weekday, hour } = local(at, zone)
          return { weekday: Number(weekday), hour: Number(hour) }
        }
        const within = some && hourOf(some)
        const isWithin = (one: Pick<Counted, 'at'>): boolean =>
          hourOf(one).weekday === within?.weekday && hourOf(one).hour === within.hour
        if (isOfMessages(measure)) {
          for (const narrowed of [undefined, within]) {
            const behind = await allBehind({ measure, ...span, ...narrowed })
            expect(behind.map(({ ticket, amount }) => [ticket, amount])).toEqual(
              tickets
                // The product moves the messages of what is merged; these acts do not.
                .filter((row) => row.merged_into === null)
                .map((row) => ({
                  row,
                  amount: messages
                    .filter((each) => each.ticket_id === row.id && each.from_me === (measure === 'sent'))
                    .map((each) => ({ at: each.sent_at }))
                    .filter((each) => !narrowed || isWithin(each)).length,
                }))
                .filter(({ amount }) => amount > 0)
                .toSorted(
                  ({ row: one }, { row: other }) =>
                    other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1),
                )
                .map(({ row, amount }) => [row.id, amount]),
            )
          }
          return
        }
        if (within) {
          const ids = (await allBehind({ measure, clock, ...span, ...within })).map(({ ticket }) => ticket)
          const expectedIds = counted.filter(isWithin).map(({ row }) => row.id)
          expect(ids.toSorted()).toEqual(
            (isDuration(measure) || isOfGrades(measure) ? expectedIds : [...new Set(expectedIds)]).toSorted(),
          )
        }
        const behind = await allBehind({ measure, clock, ...span })
        const ofThem = counted.map(({ row }) => row.id).toSorted()
        // A conversation that was transferred twice is behind the number once.
        expect(behind.map(({ ticket }) => ticket).toSorted()).toEqual(
          isDuration(measure) || isOfGrades(measure) ? ofThem : [...new Set(ofThem)],
        )
        const order = behind.map(({ at, amount }) => (isDuration(measure) ? amount! : Date.parse(at)))
        expect(order).toEqual(order.toSorted((one, other) => other - one))
      },
    ),
    { numRuns: 90 },
  )
})
/** All conversations behind a number, by pages of three. */
async function allBehind(query: FactConversationsQuery): Promise<FactConversation[]> {
  const all: FactConversation[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await facts.conversations(a.id, { ...query, limit: 3, ...(cursor && { cursor }) })
    all.push(...page.conversations)
    cursor = page.nextCursor
  }
  return all
}
it('keeps the past as it was when hours change, from the moment of the change on', async () => {
  const { owner } = database
  await owner`delete from core.opening`
  await owner`delete from core.openings_kept`
  const always: OpeningsAnswer = {
    of: [{ owner: { kind: 'company' }, open: [['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z']] }],
  }
  hours = always
  await openings.sweep()
  const openOf = async (id: string) =>
    (await owner<{ open: string }[]>`select open::text from core.opening where owner_id = ${id}`)[0]?.open ?? null
  await owner`set time zone 'UTC'`
  const before = await openOf(a.id)
  expect(before).toMatch(/^\{\[.+\)\}$/)
  hours = {
    of: [
      { owner: { kind: 'company' }, open: [] },
      { owner: { kind: 'queue', id: a.sales as never }, open: [] },
    ],
  }
  await openings.changed(a.id)
  await openings.sweep()
  const [, opened] = /^\{\["(.+?)","/.exec(before!)!
  const now = '2026-12-01 00:00:00+00'
  expect(await openOf(a.id)).toBe(`{["${opened}","${now}")}`)
  expect(await openOf(a.sales), 'a queue counted with the company until then').toBe(`{["${opened}","${now}")}`)
  hours = undefined
  await openings.changed(a.id)
  await openings.sweep()
  expect(await openOf(a.id)).toBeNull()
})

it('tells which conversations kept the SLA and which broke it, with those that wait beyond the deadline', async () => {
  const { owner } = database
  await owner`delete from core.ticket`
  await owner`update core.tenant set time_zone = 'UTC' where id = ${a.id}`
  slaClock = 'wall'
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const talk = async (opened: number, answered: number | null, more: object = {}): Promise<string> => {
    const id = newId()
    const contact = newId()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: a.id, name: 'Contato' })}`
    await owner`insert into core.ticket ${owner({
      ...{ id, tenant_id: a.id, protocol: id, contact_id: contact, connection_id: a.connection },
      ...{ channel: 'test-channel', chat: id, status: 'pending', created_at: minutesAgo(opened) },
      ...{ last_message_at: minutesAgo(opened), ...more },
    })}`
    if (answered !== null)
      await owner`insert into core.message ${owner({
        ...{ id: newId(), tenant_id: a.id, ticket_id: id, contact_id: contact, connection_id: a.connection },
        ...{ from_me: true, user_id: a.user.id, body: 'Oi', parts: owner.json([]), status: 'sent' },
        sent_at: minutesAgo(answered),
      })}`
    return id
  }
  const kept = await talk(2_000, 1_990)
  const late = await talk(1_999, 1_000)
  const waits = await talk(1_500, null)
  await talk(100, null)
  await talk(1_500, null, { bot: 'flows' })
  await talk(1_500, null, { status: 'closed', closed_at: minutesAgo(10) })
  await keeping.sweep()
  const { rows } = await facts.query(a.id, { measure: 'firstAnswer', ...wide })
  expect(rows).toMatchObject([{ count: 2, sla: { kept: 1, broken: 2 } }])
  const behind = async (sla: 'kept' | 'broken') => await allBehind({ measure: 'firstAnswer', sla, ...wide })
  expect(await behind('kept')).toMatchObject([{ ticket: kept, amount: expect.closeTo(600, 0) as number }])
  expect(await behind('broken')).toMatchObject([
    { ticket: waits, amount: null },
    { ticket: late, amount: expect.closeTo(59_940, 0) as number },
  ])
})

it('counts the time to answer while it is open alone where the company chose so', async () => {
  const { owner } = database
  const [company] = await facts.query(a.id, { measure: 'firstAnswer', ...wide }).then(({ rows }) => rows)
  expect(company!.sla, 'by the clock on the wall').toEqual({ kept: 1, broken: 2 })
  await owner`delete from core.opening`
  await owner`delete from core.openings_kept`
  today = null
  // It was open until 1,400 minutes ago: what began 1,999 minutes ago had 599 of them, what waits for 1,500 had 100.
  const closes = new Date(Date.now() - 1_400 * 60_000).toISOString()
  hours = { of: [{ owner: { kind: 'company' }, open: [['2020-01-01T00:00:00Z', closes]] }] }
  await openings.sweep()
  slaClock = 'opening'
  const [open] = (await facts.query(a.id, { measure: 'firstAnswer', ...wide })).rows
  expect(open).toMatchObject({ count: 2, sla: { kept: 2, broken: 0 } })
  expect(open!.mean, 'durations have a clock of their own').toBe(company!.mean)
  const [byOpening] = (await facts.query(a.id, { measure: 'firstAnswer', clock: 'opening', ...wide })).rows
  expect(byOpening!.mean).toBeCloseTo(((599 + 10) * 60) / 2, -1)
  slaClock = 'wall'
})

it.each([
  ['firstAnswer', 'user', 'ticket_fact_opened'],
  ['waiting', 'queue', 'ticket_fact_opened'],
  ['resolution', 'day', 'ticket_fact_closed'],
  ['handling', 'connection', 'ticket_fact_closed'],
] as const)('durations of %s by %s are read of an index alone', async (measure, by, index) => {
  // Whether rows have to be looked up is planned by what the last vacuum found.
  await database.owner`vacuum analyze core.ticket_fact`
  const [, plan] = await database.db.read(a.id, (sql) => [
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    sql<{ readonly 'QUERY PLAN': object }>`explain (format json) ${factStatement(
      sql,
      a.id,
      { measure, by: [by], ...wide, deadline: 600, slaClock: 'wall' },
      undefined,
    )}`,
  ])
  const text = JSON.stringify(plan![0]!['QUERY PLAN'])
  expect(text).toMatch(new RegExp(`"Node Type":"Index Only Scan",[^{}]*"Index Name":"${index}"`))
})

it('makes numbers that were lost anew when it is asked to, of one company or of all', async () => {
  const before = await facts.query(a.id, { measure: 'firstAnswer', ...wide })
  expect(before.rows).toHaveLength(1)
  await database.owner`delete from core.ticket_fact`
  await keeping.sweep()
  expect((await facts.query(a.id, { measure: 'firstAnswer', ...wide })).rows).toEqual([])
  expect(await askForNewFacts(database.ownerUrl, 'Ninguém')).toEqual([])
  expect(await askForNewFacts(database.ownerUrl, a.name.toUpperCase())).toEqual([a.name])
  await keeping.sweep()
  expect(await facts.query(a.id, { measure: 'firstAnswer', ...wide })).toEqual(before)
  expect(await askForNewFacts(database.ownerUrl, undefined)).toEqual(expect.arrayContaining([a.name, b.name]))
})

it.each(['', 'x', Buffer.from('1~2').toString('base64url')])('refuses the cursor %j', async (cursor) => {
  await expect(facts.conversations(a.id, { measure: 'opened', ...span, cursor })).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
  })
})
