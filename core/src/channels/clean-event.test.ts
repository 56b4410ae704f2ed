import { mint, type InboundEvent } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanEvent, cleanTime, storable, storableIn } from './clean-event.ts'

const text = fc.string({ unit: 'binary', maxLength: 700 })
const time = fc.oneof(
  fc.date({ noInvalidDate: false }),
  fc.constant(new Date(8.64e15)),
  fc.constant(new Date(-8.64e15)),
)
const sender = text.map((id) => ({ id: mint<never>(id), isSelf: false }))
const events: fc.Arbitrary<InboundEvent> = fc.oneof(
  fc.record({
    type: fc.constant('message' as const),
    at: time,
    chat: text,
    id: text,
    replyTo: text,
    sender,
    isGroup: fc.boolean(),
    origin: fc.constant('live' as const),
    parts: fc.constant([{ kind: 'text' as const, text: 'x', format: 'plain' as const }]),
  }),
  fc.record({
    type: fc.constant('receipt' as const),
    at: time,
    target: fc.oneof(text, fc.record({ chat: text, upTo: time })),
    state: fc.constant('read' as const),
  }),
  fc.record({ type: fc.constant('delete' as const), at: time, chat: text, target: text }),
) as fc.Arbitrary<InboundEvent>

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

describe('an event from outside', () => {
  it('can be stored whatever its ids and times are, and cleaning it twice is cleaning it once', () => {
    fc.assert(
      fc.property(events, (event) => {
        const clean = cleanEvent(event)
        JSON.stringify(clean, (_key, value: unknown) => {
          if (typeof value === 'string') expect(isStorable(value)).toBe(true)
          return value
        })
        expect(clean.at.toISOString()).toMatch(/^20\d\d-/)
        if ('id' in clean) expect(clean.id.length).toBeLessThanOrEqual(500)
        expect(cleanEvent(clean)).toEqual(clean)
      }),
    )
  })
  it('keeps what is in order', () => {
    const at = new Date(Date.now() - 60_000)
    const event: InboundEvent = {
      type: 'reaction',
      at,
      chat: mint('c'),
      target: mint('m'),
      sender: { id: mint('u'), isSelf: false, name: 'Ana' },
      emoji: '👍',
    }
    expect(cleanEvent(event)).toEqual(event)
  })
  it('brings nothing along that cannot be stored, however deep it lies', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        JSON.stringify(storableIn(value), (_key, each: unknown) => {
          if (typeof each === 'string') expect(isStorable(each)).toBe(true)
          return each
        })
      }),
    )
    expect(storableIn({ code: '1', detail: ['a\ud800', 'b\u0000'] })).toEqual({
      code: '1',
      detail: ['a\ufffd', 'b\ufffd'],
    })
  })
  it('leaves what a round trip through JSON leaves', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.boolean(),
      fc.date({ noInvalidDate: false }),
      fc.constantFrom(null, undefined, () => 1, Symbol('s')),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
    }))
    const byJson = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? storable(each) : each))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), tree), (value) => {
        expect(JSON.stringify(storableIn(value))).toBe(JSON.stringify(byJson(value)))
      }),
    )
  })
  it('is not from the future', () => {
    expect(cleanTime(new Date('2999-01-01'), 1_700_000_000_000).getTime()).toBe(1_700_000_000_000)
  })
})
