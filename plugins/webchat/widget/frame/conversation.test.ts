import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { change, emptyConversation, nextToSend, unreadOf, type Change, type Conversation } from './conversation.ts'
import type { ThreadMessage } from './data.ts'

const message = (
  id: string,
  from: 'visitor' | 'agent',
  second: number,
  more: Partial<ThreadMessage> = {},
): ThreadMessage => ({
  id,
  position: String(second),
  from,
  author: from === 'agent' ? 'Ana' : null,
  picture: null,
  at: new Date(second * 1_000).toISOString(),
  text: id,
  files: [],
  removed: false,
  ...more,
})
const apply = (changes: readonly Change[], from: Conversation = emptyConversation): Conversation =>
  changes.reduce(change, from)
const queued = (id: string): Change => ({
  type: 'queued',
  outgoing: { id, text: id, at: new Date(0).toISOString(), state: 'waiting' },
})

const ids = ['a', 'b', 'c', 'd']
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom('visitor' as const, 'agent' as const), fc.nat(50))
    .map(([id, from, at]): Change => ({
      type: 'received',
      message: message(from === 'agent' ? `agent-${id}` : id, from, at),
    })),
  fc
    .constantFrom(...ids)
    .map((id): Change => ({ type: 'refreshed', messages: [message(id, 'visitor', 1, { removed: true })] })),
  fc.subarray(ids).map((some): Change => ({
    type: 'olderRead',
    messages: some.map((id) => message(id, 'visitor', 0)),
    complete: true,
  })),
  fc.constantFrom(...ids).map(queued),
  fc
    .tuple(
      fc.constantFrom(...ids),
      fc.constantFrom('waiting' as const, 'sending' as const, 'stored' as const, 'failed' as const),
    )
    .map(([id, to]): Change => ({ type: 'moved', id, to })),
  fc.constantFrom(...ids).map((id): Change => ({ type: 'discarded', id })),
  fc.nat(60).map((at): Change => ({ type: 'seen', at: new Date(at * 1_000).toISOString() })),
  fc.nat(60).map((at): Change => ({ type: 'agentRead', at: new Date(at * 1_000).toISOString() })),
)

describe('a conversation', () => {
  test('whatever comes in whatever order, nothing is there twice, the oldest is first, and marks never go back', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 60 }), (changes) => {
        let before = emptyConversation
        for (const next of changes) {
          const after = change(before, next)
          const shown = [...after.messages.map(({ id }) => id), ...after.outgoing.map(({ id }) => id)]
          expect(new Set(shown).size).toBe(shown.length)
          const times = after.messages.map(({ at }) => Date.parse(at))
          expect(times).toEqual([...times].sort((one, other) => one - other))
          expect(Date.parse(after.seenAt ?? '1970-01-01')).toBeGreaterThanOrEqual(
            Date.parse(before.seenAt ?? '1970-01-01'),
          )
          expect(Date.parse(after.agentReadAt ?? '1970-01-01')).toBeGreaterThanOrEqual(
            Date.parse(before.agentReadAt ?? '1970-01-01'),
          )
          expect(after.messages.length).toBeGreaterThanOrEqual(before.messages.length)
          before = after
        }
      }),
    )
  })

  test('a message that is told once or many times, before or after its answer, is shown once and is not unsent', () => {
    const echo: Change = { type: 'received', message: message('a', 'visitor', 1) }
    const stored: Change = { type: 'moved', id: 'a', to: 'stored' }
    fc.assert(
      fc.property(
        fc.shuffledSubarray([echo, echo, stored, stored], { minLength: 2 }).filter((some) => some.includes(echo)),
        (some) => {
          const { messages, outgoing } = apply([queued('a'), ...some])
          expect([messages.map(({ id }) => id), outgoing]).toEqual([['a'], []])
        },
      ),
    )
  })

  test('an agent’s message of the same id takes nothing away from what is on its way', () => {
    expect(apply([queued('a'), { type: 'received', message: message('a', 'agent', 1) }]).outgoing).toHaveLength(1)
  })

  test('unread counts agents’ messages after the mark; what was deleted does not count', () => {
    const told = [
      message('1', 'agent', 1),
      message('2', 'agent', 2),
      message('3', 'agent', 3, { removed: true }),
      message('4', 'visitor', 4),
    ].map((one): Change => ({ type: 'received', message: one }))
    expect(unreadOf(apply(told))).toBe(2)
    expect(unreadOf(apply([...told, { type: 'seen', at: new Date(1_000).toISOString() }]))).toBe(1)
  })

  test('sending keeps the order of writing: only a failed one is passed over', () => {
    const all = apply([queued('a'), queued('b'), queued('c'), { type: 'moved', id: 'a', to: 'sending' }])
    expect(nextToSend(all)?.id).toBe('a')
    expect(nextToSend(apply([{ type: 'moved', id: 'a', to: 'failed', reason: 'ERR_FILE_TYPE' }], all))?.id).toBe('b')
    expect(nextToSend(apply([{ type: 'moved', id: 'a', to: 'stored' }], all))?.id).toBe('b')
  })

  test('a new visitor begins with what is unsent and nothing else', () => {
    const before = apply([
      { type: 'received', message: message('x', 'agent', 1) },
      queued('a'),
      queued('b'),
      { type: 'moved', id: 'a', to: 'stored' },
      { type: 'seen', at: new Date(9_000).toISOString() },
    ])
    expect(change(before, { type: 'restarted' })).toMatchObject({ messages: [], outgoing: [{ id: 'b' }], seenAt: null })
  })
})
