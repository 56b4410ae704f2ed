import { mint, type QueueId, type UserId } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movesBetween, ruleEventsOf, type TicketPlace } from './rule-events.ts'

const own = 'automations'
const place = fc.record<TicketPlace>({
  status: fc.constantFrom('open', 'pending', 'closed', 'group'),
  userId: fc.option(fc.constantFrom('ana', 'ugo').map((name) => mint<UserId>(name))),
  queueId: fc.option(fc.constantFrom('sales', 'support').map((name) => mint<QueueId>(name))),
})
const at = (
  status: TicketPlace['status'],
  userId: string | null = null,
  queueId: string | null = null,
): TicketPlace => ({
  status,
  userId: userId === null ? null : mint<UserId>(userId),
  queueId: queueId === null ? null : mint<QueueId>(queueId),
})

describe('what a change of place means', () => {
  test.for([
    [at('pending'), at('open', 'ana'), ['assigned', 'opened']],
    [at('open', 'ana'), at('open', 'ugo', 'sales'), ['assigned', 'moved']],
    [at('open', 'ana', 'sales'), at('pending', null, 'sales'), ['returned']],
    [at('closed', 'ana'), at('pending'), ['returned']],
    [at('open', 'ana', 'sales'), at('closed', 'ana', 'sales'), []],
    [at('open', 'ana', 'sales'), at('open', 'ana'), []],
  ] as const)('from %j to %j', ([before, after, means]) => {
    expect(movesBetween(before, after)).toEqual(means)
  })

  test('is nothing where nothing changed, and each thing once', () => {
    fc.assert(
      fc.property(place, (stays) => {
        expect(movesBetween(stays, stays)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(place, place, (before, after) => {
        const means = movesBetween(before, after)
        expect(new Set(means).size).toBe(means.length)
        expect(means.includes('assigned')).toBe(after.userId !== null && after.userId !== before.userId)
      }),
    )
  })
})

describe('which rules an event asks', () => {
  test('are none where the plugin did it itself, whatever it was', () => {
    fc.assert(
      fc.property(place, place, (before, after) => {
        expect(ruleEventsOf.updated({ ...after, before, by: own }, own)).toEqual([])
        expect(ruleEventsOf.updated({ ...after, before, by: 'another' }, own)).toEqual(movesBetween(before, after))
      }),
    )
    expect(ruleEventsOf.sent({ userId: mint<UserId>('ana'), by: own }, own)).toEqual([])
    for (const name of ['closed', 'prioritized', 'tagged'] as const)
      expect([ruleEventsOf[name]({ by: own }, own), ruleEventsOf[name]({}, own)]).toEqual([[], [name]])
  })
  test('are none for what no person wrote', () => {
    expect([ruleEventsOf.received({ automatic: true }, own), ruleEventsOf.received({}, own)]).toEqual([
      [],
      ['received'],
    ])
    expect([ruleEventsOf.sent({ userId: null }, own), ruleEventsOf.sent({ userId: mint<UserId>('ana') }, own)]).toEqual(
      [[], ['sent']],
    )
  })
  test('are none where it is not known how it was before', () => {
    expect(ruleEventsOf.updated(at('open', 'ana', 'sales'), own)).toEqual([])
  })
})
