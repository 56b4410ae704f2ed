import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFrom } from './link.ts'
import { readToFrame, readToPage, seal, type ToFrame, type ToPage } from './messages.ts'

const page = fc.record({
  url: fc.webUrl(),
  title: fc.string({ maxLength: 300 }),
  referrer: fc.string({ maxLength: 100 }),
})
const toFrame: fc.Arbitrary<ToFrame> = fc.oneof(
  fc.record(
    { type: fc.constant('init' as const), state: fc.string(), page, open: fc.boolean() },
    { requiredKeys: ['type', 'page', 'open'] },
  ),
  fc.record({ type: fc.constant('visibility' as const), open: fc.boolean() }),
  fc.record({
    type: fc.constant('user' as const),
    user: fc.record({ token: fc.string(), name: fc.string({ maxLength: 200 }) }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constant('locale' as const), locale: fc.string({ maxLength: 20 }) }),
  fc.record({ type: fc.constant('page' as const), page }),
)
const toPage: fc.Arbitrary<ToPage> = fc.oneof(
  fc.record({ type: fc.constant('unread' as const), count: fc.nat() }),
  fc.record({ type: fc.constant('state' as const), state: fc.string() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('toggle' as const), open: fc.boolean() }),
  fc.record(
    {
      type: fc.constant('event' as const),
      name: fc.constantFrom('ready' as const, 'message' as const, 'error' as const),
      text: fc.string(),
    },
    { requiredKeys: ['type', 'name'] },
  ),
)

describe('the messages between page and frame', () => {
  test('each side understands what the other says, and not what it says itself', () => {
    fc.assert(
      fc.property(toFrame, (message) => {
        expect(readToFrame(seal(message))).toEqual(message)
        expect(readToPage(seal(message))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(toPage, (message) => {
        expect(readToPage(seal(message))).toEqual(message)
        expect(readToFrame(seal(message))).toBeUndefined()
      }),
    )
  })

  test('anything else is no message and no error', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withTypedArray: true }),
        (data) => {
          expect(readToFrame(data)).toBeUndefined()
          expect(readToPage(data)).toBeUndefined()
        },
      ),
    )
  })

  test('one key too many, of any name, spoils a message', () => {
    fc.assert(
      fc.property(toPage, fc.string({ minLength: 1 }), fc.anything(), (message, key, value) => {
        fc.pre(!(key in message) && key !== 'mark' && key !== 'state' && key !== 'text' && key !== '__proto__')
        expect(readToPage({ ...seal(message), [key]: value })).toBeUndefined()
      }),
    )
  })

  test.each([
    ['the mark of something else', { mark: 'other', type: 'unread', count: 1 }],
    ['a negative count', { mark: 'recado.webchat.1', type: 'unread', count: -1 }],
    ['a fraction', { mark: 'recado.webchat.1', type: 'unread', count: 0.5 }],
    ['a name of the prototype', { mark: 'recado.webchat.1', type: 'constructor' }],
    ['a state too large', { mark: 'recado.webchat.1', type: 'state', state: 'x'.repeat(65_537) }],
    ['a list in the place of an object', { mark: 'recado.webchat.1', type: 'user', user: [] }],
  ])('%s is refused', (_what, data) => {
    expect(readToPage(data)).toBeUndefined()
    expect(readToFrame(data)).toBeUndefined()
  })
})

describe('who speaks', () => {
  const peer = {}

  test('is believed only from exactly that window and exactly that origin', () => {
    expect(isFrom({ source: peer, origin: 'https://recado.test' }, peer, 'https://recado.test')).toBe(true)
    fc.assert(
      fc.property(
        fc.constantFrom<unknown>(peer, {}, null, undefined),
        fc.constantFrom('https://recado.test', 'https://recado.test.evil', 'http://recado.test', 'null', ''),
        (source, origin) => {
          expect(isFrom({ source, origin }, peer, 'https://recado.test')).toBe(
            source === peer && origin === 'https://recado.test',
          )
        },
      ),
    )
  })

  test('a window that is gone and an origin that is none are nobody', () => {
    expect(isFrom({ source: null, origin: 'https://a.test' }, null, 'https://a.test')).toBe(false)
    expect(isFrom({ source: undefined, origin: 'https://a.test' }, undefined, 'https://a.test')).toBe(false)
    expect(isFrom({ source: peer, origin: 'null' }, peer, 'null')).toBe(false)
  })
})
