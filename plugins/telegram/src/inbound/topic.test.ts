import { mint, type ExternalChatId, type HistoryEntry } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { topicFor, topicsIn } from './topic.ts'
import { messageIdOf } from './update.ts'

const group = mint<ExternalChatId>('-100123')
const said = (fields: object, message_id = 7) => ({
  message: { message_id, chat: { id: -100123, type: 'supergroup' }, date: 1, text: 'oi', ...fields },
})
/** A conversation of these messages, of which the updates were read. */
function talk(updates: readonly Record<string, unknown>[], entries: readonly Partial<HistoryEntry>[] = []) {
  const kept = new Map(updates.flatMap(topicsIn).map(({ key, value }) => [key, value]))
  return {
    history: { find: async () => undefined, agentOf: async () => null, read: async () => entries as HistoryEntry[] },
    state: {
      get: async <T>(key: string) => kept.get(key) as T | undefined,
      set: async () => true,
      delete: async () => undefined,
    },
  }
}
const from = (message: number, fromContact = true): Partial<HistoryEntry> => ({
  externalId: messageIdOf(-100123, message),
  fromContact,
})

describe('the topic of an answer', () => {
  test('is that of the message that it answers, else that in which somebody else wrote last', async () => {
    const ctx = talk(
      [
        said({ is_topic_message: true, message_thread_id: 5 }),
        said({ is_topic_message: true, message_thread_id: 6 }, 8),
        said({}, 9),
      ],
      [from(7), from(8), from(9, false)],
    )
    expect(await topicFor(ctx, group)).toBe(6)
    expect(await topicFor(ctx, group, messageIdOf(-100123, 7))).toBe(5)
    expect(await topicFor(ctx, group, messageIdOf(-100123, 9))).toBeUndefined()
    expect(await topicFor(talk([]), group)).toBeUndefined()
    expect(await topicFor(talk([], [{ externalId: null, fromContact: true }]), group)).toBeUndefined()
  })

  test.for([
    ['a group without topics', {}],
    ['a thread of replies', { message_thread_id: 5 }],
    ['General', { is_topic_message: true, message_thread_id: 1 }],
    ['a number that is none', { is_topic_message: true, message_thread_id: '5' }],
    ['a topic without a number', { is_topic_message: true }],
  ] as const)('is none in %s', async ([, fields]) => {
    expect(topicsIn(said(fields))).toEqual([])
  })

  test('is read of any update without a throw, and its key names nobody', () => {
    const anything = fc.anything({ withBigInt: true })
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('message', 'callback_query', 'edited_message', 'x'),
          fc.oneof(
            anything,
            fc.record(
              {
                message_id: anything,
                chat: anything,
                is_topic_message: anything,
                message_thread_id: anything,
                message: anything,
                id: anything,
              },
              { requiredKeys: [] },
            ),
          ),
        ),
        (update) => {
          for (const { key } of topicsIn(update)) expect(key).toMatch(/^topic:[\w-]{32}$/)
        },
      ),
    )
    expect(topicsIn(said({ is_topic_message: true, message_thread_id: 5 }))).toEqual([
      { key: expect.stringMatching(/^topic:[\w-]{32}$/) as string, value: 5, ttlMs: 180 * 86_400_000 },
    ])
  })
})
