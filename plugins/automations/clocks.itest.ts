import { mint, Refusal, type MessageId, type TicketHappening, type TicketId, type TicketPast } from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { act, label, playCore, type PlayedCore } from './played-core.rig.ts'
import type { Rule } from './src/rules/rule.ts'
import plugin from './src/server.ts'
import type { SimulationPart } from './src/simulation/simulation.ts'
import type * as z from 'zod'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
const path = '/p/automations/rules'
const minuteMs = 60_000
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString()

let a: TestCompany
let played: PlayedCore
beforeEach(() => {
  ;({ a } = host)
  played = playCore(a)
  playCore(host.b)
})

const draft = (name: string, minutes: number, actions: object[] = [act('say', name)], more: object = {}) => ({
  name,
  trigger: { kind: 'time', clock: 'unanswered', minutes },
  actions,
  ...more,
})
const make = async (body: object): Promise<Rule> => (await a.ask('POST', path, { body })).body as Rule
const rows = <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
  a.context().db.transaction((tx) => tx.query(sql, params, 'object')) as Promise<T[]>
/** A conversation whose contact has been waiting for so long. */
function waits(minutes: number): TicketId {
  const ticket = played.ticket()
  played.clocks.push({ ticket, since: ago(minutes) })
  return ticket
}
/** As if rules had been on for so long, and swept last then. */
const since = (minutes: number) =>
  rows(`update plg_automations.rule set swept_until = swept_until - $1::int * interval '1 minute'`, [minutes])
async function sweep(): Promise<void> {
  a.jobs.splice(0)
  await plugin.implementation.jobs.sweep({}, a.context() as never, { attempt: 1 })
}
/** In how many minutes the next sweep comes; undefined where none does. */
const nextSweep = (): number | undefined =>
  a.jobs[0] && Math.max(0, Math.round((a.jobs[0].runAt!.getTime() - Date.now()) / minuteMs))

describe('a rule by time', () => {
  test('fires in conversations that have waited for so long, once each, and not in those that waited before there was the rule', async () => {
    await make(draft('Demora', 30))
    expect([nextSweep(), a.jobs]).toMatchObject([1, [{ job: 'sweep', key: 'sweep' }]])
    waits(45)
    waits(10)
    await sweep()
    expect(played.done).toEqual([])
    await since(30)
    await sweep()
    await sweep()
    expect([played.done, nextSweep()]).toEqual([['say Demora'], 1])
  })

  test('misses none after a rest, page by page, and begins none twice where the same instant stands on two pages', async () => {
    await make(draft('Demora', 30, [act('say', 'late')], { conditions: [label('vip', true)] }))
    const together = ago(100)
    for (let ticket = 0; ticket < 230; ticket++)
      played.clocks.push({ ticket: played.ticket(), since: ticket < 120 ? together : ago(99 - ticket / 10) })
    await since(600)
    await sweep()
    expect([played.done.length, played.asked]).toEqual([230, [100, 100, 30]])
    await sweep()
    expect([played.done.length, played.asked]).toEqual([230, [100, 100, 30]])
  })

  test('that is interrupted goes on where it was', async () => {
    await make(draft('Demora', 30, [act('say', 'a'), act('say', 'b')]))
    for (const minutes of [90, 80, 70]) waits(minutes)
    await since(600)
    let begun = 0
    played.interrupt = function again(): void {
      if (++begun === 3) throw new TypeError('the database is away')
      played.interrupt = again
    }
    await expect(sweep()).rejects.toThrow('away')
    expect([played.done.length, nextSweep()]).toEqual([2, 6])
    await rows(`update plg_automations.firing set fired_at = fired_at - interval '5 minutes'`)
    await sweep()
    expect(played.done.toSorted()).toEqual(['say a', 'say a', 'say a', 'say b', 'say b', 'say b'])
    expect(await rows('select from plg_automations.firing where not is_finished')).toEqual([])
  })

  test('counts from now on when it is switched on again, waits for something else, or the plugin was off', async () => {
    const { id } = await make(draft('Demora', 30))
    waits(60)
    await since(600)
    await a.ask('PATCH', `${path}/${id}`, { body: { isActive: false } })
    await sweep()
    await a.ask('PATCH', `${path}/${id}`, { body: { isActive: true } })
    await sweep()
    await since(600)
    await a.ask('PUT', `${path}/${id}`, { body: draft('Demora', 40) })
    await sweep()
    await since(600)
    await a.enable()
    expect(nextSweep()).toBe(1)
    await sweep()
    expect(played.done).toEqual([])
    await a.ask('PUT', `${path}/${id}`, { body: draft('Outro nome', 40) })
    await since(600)
    await a.ask('PUT', `${path}/${id}`, { body: draft('Demora', 40) })
    await sweep()
    expect(played.done).toEqual(['say Demora'])
  })

  test('that is the last one leaves the conversation to no other that begins with the same', async () => {
    await make(draft('Primeira', 30, [act('say', 'first')], { isLast: true, conditions: [label('vip')] }))
    await make(draft('Segunda', 30, [act('say', 'second')]))
    await make(draft('Terceira', 31, [act('say', 'third')]))
    played.labels.get(waits(60))!.add('vip')
    waits(50)
    await since(600)
    await sweep()
    expect(played.done.toSorted()).toEqual(['say first', 'say second', 'say third', 'say third'])
  })

  test('that is changed while it is swept is let go', async () => {
    const { id } = await make(draft('Demora', 30))
    for (let ticket = 0; ticket < 150; ticket++) waits(60)
    await since(600)
    const { onClock } = a.core.tickets
    Object.assign(a.core.tickets, {
      onClock: async (query: Parameters<typeof onClock>[0]) => {
        await a.ask('PATCH', `${path}/${id}`, { body: { isActive: false } })
        return onClock(query)
      },
    })
    await sweep()
    expect(played.done).toHaveLength(100)
  })
})

describe('the sweep', () => {
  test('comes every minute for rules by time, once a day for what is old, and not at all where there is nothing', async () => {
    await sweep()
    expect(nextSweep()).toBeUndefined()
    const { id } = await make({ name: 'x', trigger: { kind: 'event', event: 'closed' }, actions: [act('say', 'x')] })
    await sweep()
    expect(nextSweep()).toBe(24 * 60)
    const timed = await make(draft('Demora', 30))
    await sweep()
    expect(nextSweep()).toBe(1)
    for (const each of [id, timed.id]) await a.ask('DELETE', `${path}/${each}`)
    await sweep()
    expect(nextSweep()).toBeUndefined()
  })

  test('takes away what is a month old, and remembers what fires once', async () => {
    await make(draft('Uma vez', 30, [act('say', 'once')], { repetition: 'once' }))
    await make(draft('Sempre', 30))
    const [ticket] = [waits(60), waits(50)]
    await since(600)
    await sweep()
    await rows(`update plg_automations.firing set fired_at = fired_at - interval '31 days' where ticket_id = $1`, [
      ticket,
    ])
    await rows('update plg_automations.tally set day = day - 31')
    await sweep()
    expect(await rows(`select rule from plg_automations.firing order by rule`)).toEqual([
      { rule: 'Sempre' },
      { rule: 'Uma vez' },
    ])
    expect(await rows(`select is_kept from plg_automations.tally`)).toEqual([{ is_kept: true }, { is_kept: true }])
  })

  test('that was lost comes back with the next event, or when somebody looks', async () => {
    await make(draft('Demora', 30))
    a.jobs.splice(0)
    await a.ask('GET', path)
    expect(nextSweep()).toBeUndefined()
    await since(10)
    await a.ask('GET', path)
    expect(nextSweep()).toBe(0)
    a.jobs.splice(0)
    await plugin.implementation.on.closed(
      { ticketId: played.ticket(), contactId: mint(randomUUID()), connectionId: mint(randomUUID()), userId: null },
      a.context() as never,
      { id: randomUUID(), attempt: 1, mayRepeat: false },
    )
    expect(nextSweep()).toBe(0)
  })
})

describe('a simulation', () => {
  const state = { status: 'pending', userId: null, queueId: null } as const
  /** A conversation in which the contact wrote so many minutes ago, each time. */
  function pastOf(...minutes: number[]): TicketPast {
    const past = {
      ticket: played.ticket(),
      happenings: minutes.map((each): TicketHappening => ({
        at: ago(each),
        kind: 'received',
        message: mint<MessageId>(randomUUID()),
        state,
      })),
    }
    played.pasts.push(past)
    return past
  }
  const received = (more: object = {}) => ({
    name: 'x',
    trigger: { kind: 'event', event: 'received' },
    actions: [act('say', 'x')],
    ...more,
  })
  const simulate = async (rule: object, cursor: string | null = null) =>
    (await a.ask('POST', '/p/automations/simulations', { body: { rule, cursor } })).body as z.output<
      typeof SimulationPart
    >

  test('says how often and where, and does nothing', async () => {
    const [vip] = [pastOf(500, 400, 300), pastOf(200), pastOf(60 * 24 * 8, 100)]
    played.labels.get(vip!.ticket)!.add('vip')
    expect(await simulate(received({ conditions: [label('vip')] }))).toMatchObject({
      tickets: 3,
      events: 5,
      fired: 3,
      firedTickets: 1,
      problems: [],
      nextCursor: null,
      samples: vip!.happenings.map(({ at }) => ({
        at,
        ticketId: vip!.ticket,
        name: `Maria ${vip!.ticket.slice(0, 4)}`,
      })),
    })
    expect(await simulate(received({ repetition: 'once' }))).toMatchObject({ events: 5, fired: 3, firedTickets: 3 })
    expect(
      await simulate({ ...received(), trigger: { kind: 'time', clock: 'unanswered', minutes: 99 } }),
    ).toMatchObject({ fired: 5 })
    expect(
      await simulate({ ...received(), trigger: { kind: 'time', clock: 'unanswered', minutes: 101 } }),
    ).toMatchObject({ fired: 2, firedTickets: 2 })
    expect([
      played.done,
      await rows('select from plg_automations.firing'),
      await rows('select from plg_automations.rule'),
    ]).toEqual([[], [], []])
  })

  test('names conditions that cannot be asked, and refuses a rule that could not be kept', async () => {
    pastOf(10)
    expect(
      await simulate(received({ conditions: [label('vip', true), { ...label('x'), name: 'broken' }] })),
    ).toMatchObject({ events: 1, fired: 0, problems: [{ at: 1, error: 'ERR_PLUGIN_FAILED' }] })
    await expect(simulate(received({ actions: [act('unknown', 'x')] }))).resolves.toMatchObject({
      error: 'ERR_AUTOMATION_BLOCK',
      issues: [{ path: 'body.rule.actions.0' }],
    })
  })

  test('comes to the same in one part and in several, and takes no place that it did not give', async () => {
    // The limit counts by days of the company: half an hour within an hour of the clock is of one day.
    const begin = 8 * 60 + (Math.floor(Date.now() / 60_000) % 60)
    for (let ticket = 0; ticket < 25; ticket++) pastOf(...Array.from({ length: 30 }, (_none, each) => begin - each))
    const whole = await simulate(received())
    expect(whole).toMatchObject({ tickets: 25, events: 750, fired: 25 * 20, firedTickets: 25, nextCursor: null })
    const { past } = a.core.tickets
    let now = Date.now()
    // Every page takes as long as a request may.
    Object.assign(a.core.tickets, {
      past: (query: Parameters<typeof past>[0]) => {
        now += 6_000
        return past(query)
      },
    })
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
    try {
      const parts = [await simulate(received())]
      while (parts.at(-1)!.nextCursor !== null) parts.push(await simulate(received(), parts.at(-1)!.nextCursor))
      const sum = (of: 'tickets' | 'events' | 'fired' | 'firedTickets') =>
        parts.reduce((total, part) => total + part[of], 0)
      expect([parts.length, sum('tickets'), sum('events'), sum('fired'), sum('firedTickets')]).toEqual([
        3, 25, 750, 500, 25,
      ])
    } finally {
      clock.mockRestore()
    }
    for (const cursor of [
      'nonsense',
      btoa(JSON.stringify({ to: 0, past: 'x' })),
      btoa(JSON.stringify({ to: Date.now() + 60_000, past: 'x' })),
    ]) {
      expect(await a.ask('POST', '/p/automations/simulations', { body: { rule: received(), cursor } })).toMatchObject({
        status: 422,
        body: { error: 'ERR_VALIDATION' },
      })
    }
  })
})

test('what is refused in a sweep is written down and holds up nobody', async () => {
  await make(draft('Demora', 30))
  for (const minutes of [90, 80]) waits(minutes)
  await since(600)
  played.interrupt = () => {
    throw new Refusal('ERR_NO_TICKET_FOUND')
  }
  await sweep()
  expect(await rows('select is_refused from plg_automations.firing order by fired_at, id')).toEqual([
    { is_refused: true },
    { is_refused: false },
  ])
})
