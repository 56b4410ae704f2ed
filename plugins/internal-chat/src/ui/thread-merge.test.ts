import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageSize } from '../limits.ts'
import type { ChatMessage, ThreadPage } from '../messages/message.ts'
import { endOf, messagesOf, mostPages, placeMessage, threadPages, type Thread } from './thread-merge.ts'

const message = (seq: number, content = String(seq)) => ({ seq, content }) as ChatMessage
const thread = (...seqs: number[]): Thread => ({
  pageParams: [{}],
  pages: [{ messages: seqs.map((seq) => message(seq)), older: true, newer: false }],
})
const seqsOf = (now: Thread | undefined) => messagesOf(now).map(({ seq }) => seq)
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('whatever comes in whatever order, the thread has no gap, no double and its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 })), (pushed) => {
      let now = thread(3, 4, 5)
      for (const seq of pushed) now = placeMessage(now, message(seq))
      const seqs = seqsOf(now)
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

test('a full page takes no new messages, and says that there are newer ones', () => {
  let now = thread(1)
  for (const seq of run(2, 500)) now = placeMessage(now, message(seq))
  expect(seqsOf(now)).toEqual(run(1, 2 * pageSize))
  expect(now.pages[0]!.newer).toBe(true)
})

test('of a thread that is left its end is kept, and nothing of one whose end is not loaded', () => {
  const [older, newer] = [thread(1, 2), thread(3, 4)]
  expect(seqsOf(endOf({ pages: [...newer.pages, ...older.pages], pageParams: [{}, { before: 3 }] }))).toEqual([3, 4])
  expect(endOf({ pages: [{ ...older.pages[0]!, newer: true }], pageParams: [{}] })).toBeUndefined()
})

/** A chat of so many messages, read by pages as the thread reads it. */
function reader(length: number, from: number | null) {
  const client = new QueryClient()
  const observer = new InfiniteQueryObserver(client, {
    ...threadPages(from),
    queryKey: ['thread'],
    queryFn: ({ pageParam: { before, after } }): ThreadPage => {
      const last = Math.min(length, after === undefined ? (before ?? length + 1) - 1 : after + pageSize)
      const first = Math.max(1, after === undefined ? last - pageSize + 1 : after + 1)
      return { messages: run(first, last).map((seq) => message(seq)), older: first > 1, newer: last < length }
    },
  })
  const opened = observer.refetch().then(() => observer.getCurrentResult())
  return { observer, opened, close: () => client.clear() }
}

test('10,000 messages are read up to the first and down to the last, with few at once', async () => {
  const { observer, opened, close } = reader(10_000, null)
  let now = await opened
  expect(seqsOf(now.data)).toEqual(run(9_951, 10_000))
  const assertWindow = () => {
    const seqs = seqsOf(now.data)
    expect(seqs).toEqual(run(seqs[0]!, seqs.at(-1)!))
    expect(seqs.length).toBeLessThanOrEqual(mostPages * pageSize)
  }
  while (now.hasNextPage) {
    now = await observer.fetchNextPage()
    assertWindow()
  }
  expect(seqsOf(now.data)[0]).toBe(1)
  while (now.hasPreviousPage) {
    now = await observer.fetchPreviousPage()
    assertWindow()
  }
  expect(seqsOf(now.data).at(-1)).toBe(10_000)
  close()
})

test('from a message in the middle it is read both ways, in whatever turns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), fc.integer({ min: 1, max: 900 }), async (turns, at) => {
      const { observer, opened, close } = reader(900, at)
      let now = await opened
      expect(seqsOf(now.data)).toContain(at)
      for (const isOlder of turns) {
        now = await (isOlder ? observer.fetchNextPage() : observer.fetchPreviousPage())
        const seqs = seqsOf(now.data)
        expect(seqs).toEqual(run(seqs[0]!, seqs.at(-1)!))
        expect([now.hasNextPage, now.hasPreviousPage]).toEqual([seqs[0] !== 1, seqs.at(-1) !== 900])
        expect(now.data!.pages.length).toBeLessThanOrEqual(mostPages)
      }
      close()
    }),
    { numRuns: 40 },
  )
})
