import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from './parse.ts'

const bytes = (value: unknown): { rawBody: Uint8Array } => ({
  rawBody: new TextEncoder().encode(JSON.stringify(value)),
})
const message = {
  type: 'message',
  id: 'm1',
  chat: 'c1',
  from: { id: 'u1', name: 'Ana' },
  text: 'Oi',
  at: '2026-01-02T03:04:05Z',
}

describe('a batch of the hook channel', () => {
  test('becomes plain events; unknown ones are passed over', () => {
    const { events, respond } = parse(
      bytes({
        events: [
          message,
          { type: 'weather' },
          { type: 'receipt', id: 'm9', state: 'read', at: '2026-01-02T03:04:06Z' },
        ],
      }),
    )
    expect(respond).toBeUndefined()
    expect(events).toEqual([
      {
        type: 'message',
        id: 'm1',
        chat: 'c1',
        at: new Date('2026-01-02T03:04:05Z'),
        isGroup: false,
        origin: 'live',
        sender: { id: 'u1', isSelf: false, verified: true, name: 'Ana' },
        parts: [{ kind: 'text', text: 'Oi', format: 'plain' }],
      },
      { type: 'receipt', target: 'm9', state: 'read', at: new Date('2026-01-02T03:04:06Z') },
    ])
  })

  test('changes of what was said name their message', () => {
    const about = { id: 'm1', chat: 'c1', at: '2026-01-02T03:04:07Z' }
    const { events } = parse(
      bytes({
        events: [
          { ...about, type: 'edit', text: 'Olá' },
          { ...about, type: 'delete' },
          { ...about, type: 'reaction', from: { id: 'u1' }, emoji: null },
        ],
      }),
    )
    const told = { chat: 'c1', target: 'm1', at: new Date('2026-01-02T03:04:07Z') }
    expect(events).toEqual([
      { ...told, type: 'edit', parts: [{ kind: 'text', text: 'Olá', format: 'plain' }] },
      { ...told, type: 'delete' },
      { ...told, type: 'reaction', sender: { id: 'u1', isSelf: false }, emoji: null },
    ])
  })

  test('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => new TextEncoder().encode(text)),
        ),
        (rawBody) => {
          expect(Array.isArray(parse({ rawBody }).events)).toBe(true)
        },
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.object({ maxDepth: 3 })), (events) => {
        expect(parse(bytes({ events })).respond).toBeUndefined()
      }),
    )
  })
})
