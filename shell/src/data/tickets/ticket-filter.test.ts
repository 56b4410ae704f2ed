import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeCondition } from '../../base/contracts.ts'
import { anyTicket, sampleId } from '../../testing/samples.ts'
import {
  addressOf,
  belongs,
  choicesOf,
  defaultFilter,
  filterOfAddress,
  filterQuery,
  readFilter,
  ticketViews,
  type TicketFilter,
} from './ticket-filter.ts'

const key = fc.constantFrom('plano', 'vidas', 'a1')
const anyCondition: fc.Arbitrary<AttributeCondition> = fc.oneof(
  fc.record({ key, test: fc.constantFrom('set', 'unset') }),
  fc.record({ key, test: fc.constant('is'), value: fc.constantFrom('ouro', 3, true, '42') }),
  fc.record({ key, test: fc.constant('contains'), value: fc.constantFrom('a,b', 'null') }),
  fc.record({ key, test: fc.constantFrom('from', 'until'), value: fc.constantFrom(2.5, '2026-01-01') }),
)
const anyFilter: fc.Arbitrary<TicketFilter> = fc.record({
  view: fc.constantFrom(...ticketViews),
  searchParam: fc.oneof(fc.constantFrom('', 'flora', '42', 'true', 'a,b', 'null'), fc.string({ maxLength: 100 })),
  status: fc.subarray(['open', 'pending', 'closed', 'group'] as const, { minLength: 1 }).map((chosen) => [...chosen]),
  showAll: fc.boolean(),
  mine: fc.boolean(),
  queuesIds: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
  withUnreadMessages: fc.boolean(),
  unanswered: fc.boolean(),
  isNotAssignedUser: fc.boolean(),
  includeNotQueueDefined: fc.boolean(),
  priorities: fc.subarray(['low', 'normal', 'high', 'urgent'] as const).map((chosen) => [...chosen]),
  tagIds: fc.uniqueArray(fc.uuid(), { maxLength: 2 }),
  connectionIds: fc.uniqueArray(fc.uuid(), { maxLength: 2 }),
  userIds: fc.uniqueArray(fc.uuid(), { maxLength: 2 }),
  snoozed: fc.boolean(),
  watched: fc.boolean(),
  sort: fc.constantFrom('recent', 'priority'),
  withBot: fc.constantFrom(null, true, false),
  attributes: fc.array(anyCondition, { maxLength: 2 }),
  contactAttributes: fc.array(anyCondition, { maxLength: 2 }),
  days: fc.constantFrom<TicketFilter['days'][]>(
    null,
    { of: 'created', span: 'today' },
    { of: 'active', span: 'last30' },
    { of: 'active', from: '2026-02-28', until: '2026-03-01' },
  ),
})

describe('the filter of the list', () => {
  it('S3-003 S3-004 S3-006 S3-007 S3-009 S3-010 S3-011 S3-012 starts as the specification says, and asks so', () => {
    expect(filterQuery({ ...defaultFilter, view: 'all' })).toEqual({
      searchParam: '',
      status: ['open', 'pending'],
      showAll: false,
      mine: false,
      queuesIds: [],
      withUnreadMessages: false,
      unanswered: false,
      isNotAssignedUser: false,
      includeNotQueueDefined: true,
      priorities: [],
      tagIds: [],
      connectionIds: [],
      userIds: [],
      snoozed: false,
      watched: false,
      sort: 'recent',
      attributes: [],
      days: null,
      contactAttributes: [],
    })
    expect(choicesOf({ ...defaultFilter, view: 'all' })).toEqual([])
  })

  it('survives being kept and being an address', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(readFilter(JSON.parse(JSON.stringify(filter)) as Record<string, unknown>)).toEqual(filter)
        expect(filterOfAddress(addressOf(filter) as Record<string, unknown>)).toEqual(filter)
      }),
    )
  })

  it('reads anything without failing, and nothing odd out of it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(defaultFilter)), fc.anything()), (stored) => {
        const filter = readFilter(stored)
        expect(readFilter(filter as never)).toEqual(filter)
        expect(filter.status.length).toBeGreaterThan(0)
      }),
    )
    expect(filterOfAddress({ withUnreadMessages: true })).toBeUndefined()
    expect(filterOfAddress({ view: 'all', searchParam: 5511, status: 'open,nonsense' })).toEqual({
      ...defaultFilter,
      view: 'all',
      searchParam: '5511',
      status: ['open'],
    })
  })

  it('is at its default again when each choice is taken back', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        let left = filter
        for (let [choice] = choicesOf(left); choice; [choice] = choicesOf(left)) left = { ...left, ...choice.without }
        expect(filterQuery({ ...left, view: filter.view, searchParam: '' })).toEqual(
          filterQuery({ ...defaultFilter, view: filter.view }),
        )
      }),
    )
  })

  it('searches from two characters on', () => {
    expect(filterQuery({ ...defaultFilter, searchParam: ' a ' }).searchParam).toBe('')
    expect(filterQuery({ ...defaultFilter, searchParam: ' an ' }).searchParam).toBe('an')
  })

  it('tells where a pushed ticket belongs', () => {
    const me = sampleId<string>(1)
    const all: TicketFilter = { ...defaultFilter, view: 'all' }
    expect(belongs(anyTicket(1), defaultFilter, me)).toBe('yes')
    expect(belongs(anyTicket(1, { userId: sampleId(2) }), defaultFilter, me)).toBe('no')
    expect(belongs(anyTicket(1, { status: 'closed' }), all, me)).toBe('no')
    expect(belongs(anyTicket(1, { status: 'closed' }), { ...all, showAll: true }, me)).toBe('yes')
    expect(belongs(anyTicket(1, { status: 'group', isGroup: true }), { ...all, showAll: true }, me)).toBe('no')
    expect(belongs(anyTicket(1, { status: 'group', isGroup: true }), { ...defaultFilter, view: 'group' }, me)).toBe(
      'yes',
    )
    expect(belongs(anyTicket(1), { ...all, searchParam: 'flora' }, me)).toBe('unknown')
  })

  it('holds what fits the conditions on its attributes, and leaves those on the contact to the server', () => {
    const [gold, none] = [anyTicket(1, { attributes: { plano: 'ouro', temas: ['a', 'b'] } }), anyTicket(2)]
    const of = (change: Partial<TicketFilter>) =>
      [gold, none].map((ticket) => belongs(ticket, { ...defaultFilter, view: 'all', ...change }, sampleId(1)))
    expect(
      of({
        attributes: [
          { key: 'plano', test: 'is', value: 'ouro' },
          { key: 'temas', test: 'is', value: 'b' },
        ],
      }),
    ).toEqual(['yes', 'no'])
    expect(of({ attributes: [{ key: 'plano', test: 'unset' }] })).toEqual(['no', 'yes'])
    expect(of({ contactAttributes: [{ key: 'cidade', test: 'set' }] })).toEqual(['unknown', 'unknown'])
    expect(
      filterOfAddress({
        view: 'all',
        attributes: [
          { key: 'plano', test: 'is', value: 'ouro', more: 1 },
          { key: 'a b', test: 'set' },
          'x',
          { key: 'a', test: 'contains', value: 7 },
        ],
      })?.attributes,
    ).toEqual([{ key: 'plano', test: 'is', value: 'ouro' }])
  })

  it('the view of chatbots holds what a bot has, and the queue what none has', () => {
    const waiting = anyTicket(1, { status: 'pending', userId: null })
    const withBot = { ...waiting, withBot: true }
    const of = (view: TicketFilter['view']) =>
      [waiting, withBot].map((ticket) => belongs(ticket, { ...defaultFilter, view }, sampleId(1)))
    expect(of('bot')).toEqual(['no', 'yes'])
    expect(of('queue')).toEqual(['yes', 'no'])
    expect(of('all')).toEqual(['yes', 'yes'])
    expect([
      filterQuery({ ...defaultFilter, view: 'bot' }),
      filterQuery({ ...defaultFilter, view: 'queue' }),
    ]).toMatchObject([
      { status: ['pending'], withBot: true },
      { status: ['pending'], withBot: false },
    ])
  })
})
