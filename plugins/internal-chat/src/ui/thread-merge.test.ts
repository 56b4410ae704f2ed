import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../messages/message.ts'
import { messagesOf, placeMessage, type Thread } from './thread-merge.ts'

const message = (seq: number, content = String(seq)) => ({ seq, content }) as ChatMessage
const thread = (...seqs: number[]): Thread => ({
  pageParams: [{}],
  pages: [{ messages: seqs.map((seq) => message(seq)), older: true, newer: false }],
})

test('whatever comes in whatever order, the thread has no gap, no double and its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 })), (pushed) => {
      let now = thread(3, 4, 5)
      for (const seq of pushed) now = placeMessage(now, message(seq))
      const seqs = messagesOf(now).map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.map((_seq, index) => 3 + index))
    }),
  )
})

test('a change is shown at its place', () => {
  expect(messagesOf(placeMessage(thread(3, 4), message(3, 'edited'))).map(({ content }) => content)).toEqual([
    'edited',
    '4',
  ])
})
