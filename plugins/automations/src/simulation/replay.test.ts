import { mint, ticketClocks, type MessageId, type QueueId, type TicketHappening, type UserId } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleEvents, type RuleEvent } from '../rules/limits.ts'
import { movesBetween, type TicketPlace } from '../runs/rule-events.ts'
import { momentsOf, type Span } from './replay.ts'

const start = Date.parse('2026-01-05T12:00:00.000Z')
const minute = 60_000
const span: Span = { from: start, to: start + 10_000 * minute }
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString()

const places = fc.record<TicketPlace>({
  status: fc.constantFrom('open', 'pending', 'closed'),
  userId: fc.option(fc.constantFrom('ana', 'ugo').map((name) => mint<UserId>(name))),
  queueId: fc.option(fc.constantFrom('sales', 'support').map((name) => mint<QueueId>(name))),
})
const kinds = fc.constantFrom<TicketHappening['kind']>(
  'received',
  'sent',
  'sentByPlugin',
  'open',
  'pending',
  'closed',
  'transfered',
  'receivedTransfer',
  'queue',
  'userDefine',
  'autoClose',
  'priority',
  'snooze',
  'wake',
  'merge',
  'create',
)
const happenings = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 300 }), kinds, places), { maxLength: 30 })
  .map((steps) => {
    let minutes = 0
    return steps.map(([rest, kind, state]): TicketHappening => ({
      at: at((minutes += rest)),
      kind,
      state,
      ...(['received', 'sent'].includes(kind) && { message: mint<MessageId>(`m${minutes}`) }),
    }))
  })
const times = fc.record({
  kind: fc.constant('time' as const),
  clock: fc.constantFrom(...ticketClocks),
  minutes: fc.integer({ min: 1, max: 500 }),
})
const triggers = fc.oneof(
  times,
  fc.constantFrom(...ruleEvents).map((event) => ({ kind: 'event' as const, event })),
)

describe('a simulated rule', () => {
  test('is asked at most once for each thing that happened, in order, within its span, and the same again', () => {
    fc.assert(
      fc.property(happenings, triggers, (past, trigger) => {
        const moments = momentsOf({ happenings: past }, trigger, span, null)
        expect(moments.length).toBeLessThanOrEqual(past.length)
        expect(moments.map((moment) => moment.at)).toEqual(moments.map((moment) => moment.at).toSorted())
        for (const moment of moments)
          expect(Date.parse(moment.at)).toSatisfy((ms: number) => ms >= span.from && ms <= span.to)
        expect(momentsOf({ happenings: structuredClone(past) }, trigger, span, null)).toEqual(moments)
      }),
    )
  })

  test('is asked as often in two spans as in both together', () => {
    fc.assert(
      fc.property(happenings, triggers, fc.integer({ min: 0, max: 9_999 }), (past, trigger, cut) => {
        const middle = start + cut * minute + 1
        const parts = [
          { from: span.from, to: middle },
          { from: middle + 1, to: span.to },
        ].flatMap((part) => momentsOf({ happenings: past }, trigger, part, null))
        expect(parts).toEqual(momentsOf({ happenings: past }, trigger, span, null))
      }),
    )
  })

  test('by an event is asked where the event itself would ask it', () => {
    fc.assert(
      fc.property(
        fc.array(places, { minLength: 1, maxLength: 20 }),
        fc.constantFrom<RuleEvent>('assigned', 'moved', 'opened', 'returned'),
        ([first, ...later], event) => {
          const past: TicketHappening[] = [
            { at: at(0), kind: 'create', state: first! },
            ...later.map((state, index): TicketHappening => ({ at: at(index + 1), kind: 'receivedTransfer', state })),
          ]
          const live = later.flatMap((state, index) =>
            movesBetween(past[index]!.state, state).includes(event) ? [at(index + 1)] : [],
          )
          expect(
            momentsOf({ happenings: past }, { kind: 'event', event }, span, null).map((moment) => moment.at),
          ).toEqual(live)
        },
      ),
    )
  })

  test('by time is asked once for a wait, and not before the wait was long enough', () => {
    fc.assert(
      fc.property(happenings, times, (past, trigger) => {
        const moments = momentsOf({ happenings: past }, trigger, span, null)
        const begun = moments.map((moment) => Date.parse(moment.at) - trigger.minutes * minute)
        expect(new Set(begun).size).toBe(begun.length)
        for (const since of begun) expect(past.some((happening) => Date.parse(happening.at) === since)).toBe(true)
      }),
    )
  })
})

const [waiting, taken, over] = [
  { status: 'pending', userId: null, queueId: null },
  { status: 'open', userId: mint<UserId>('ana'), queueId: null },
  { status: 'closed', userId: mint<UserId>('ana'), queueId: null },
] as const
const history: TicketHappening[] = [
  { at: at(0), kind: 'create', state: waiting },
  { at: at(0), kind: 'received', message: mint<MessageId>('m1'), state: waiting },
  { at: at(10), kind: 'open', state: taken },
  { at: at(50), kind: 'sent', message: mint<MessageId>('m2'), state: taken },
  { at: at(55), kind: 'received', message: mint<MessageId>('m3'), state: taken },
  { at: at(200), kind: 'closed', state: over },
]
const asked = (trigger: Parameters<typeof momentsOf>[1], past = history): string[] =>
  momentsOf({ happenings: past }, trigger, span, null).map((moment) => moment.at)
const waits = (clock: (typeof ticketClocks)[number], minutes: number, past = history): string[] =>
  asked({ kind: 'time', clock, minutes }, past)

describe('the story of a ticket', () => {
  test('takes several lines of one step for one', () => {
    const given = { status: 'open', userId: mint<UserId>('ugo'), queueId: null } as const
    const past: TicketHappening[] = [
      { at: at(0), kind: 'create', state: waiting },
      { at: at(5), kind: 'open', state: taken },
      { at: at(5), kind: 'receivedTransfer', state: given },
      { at: at(5), kind: 'priority', state: given },
    ]
    expect([
      asked({ kind: 'event', event: 'assigned' }, past),
      asked({ kind: 'event', event: 'opened' }, past),
      asked({ kind: 'event', event: 'prioritized' }, past),
    ]).toEqual([[at(5)], [at(5)], [at(5)]])
  })

  test.for([
    ['created', [0]],
    ['received', [0, 55]],
    ['opened', [10]],
    ['assigned', [10]],
    ['sent', [50]],
    ['closed', [200]],
    ['returned', []],
    ['tagged', []],
  ] as const)('%s', ([event, minutes]) => {
    expect(asked({ kind: 'event', event })).toEqual(minutes.map(at))
  })

  test('waits for an answer twice, 30 minutes each, and a shorter wait than that counts for nothing', () => {
    expect(waits('unanswered', 30)).toEqual([at(30), at(85)])
    expect(waits('unanswered', 60)).toEqual([at(115)])
    expect(waits('awaited', 6)).toEqual([])
    expect(waits('awaited', 5)).toEqual([at(55)])
  })
  test('is touched when it is taken, lives until it is closed, and lies closed from then on', () => {
    expect(waits('untouched', 20)).toEqual([at(30), at(75)])
    expect(waits('created', 199)).toEqual([at(199)])
    expect(waits('created', 201)).toEqual([])
    expect(waits('closed', 60)).toEqual([at(260)])
  })
  test('waits for nothing while it is put off, and nothing that was due meanwhile comes after it', () => {
    const putOff: TicketHappening[] = [
      ...history.slice(0, 5),
      { at: at(60), kind: 'snooze', state: taken },
      { at: at(160), kind: 'wake', state: taken },
    ]
    expect(waits('unanswered', 30, putOff)).toEqual([at(30)])
    expect(waits('unanswered', 120, putOff)).toEqual([at(175)])
    expect(waits('untouched', 30, putOff)).toEqual([at(40), at(190)])
    expect(waits('created', 90, putOff)).toEqual([at(90)])
  })
})
