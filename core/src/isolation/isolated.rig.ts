import { serveIsolated } from './serve-isolated.ts'

/** Work for the test of isolated.ts, run in a thread: well-behaved, failing, or hostile. */
export interface RigInput {
  readonly act: 'double' | 'count' | 'spin' | 'eat' | 'throw' | 'exit' | 'environment'
  readonly upTo?: number
  readonly seen?: SharedArrayBuffer
}

serveIsolated(async function* (
  { act, upTo = 0, seen }: RigInput,
  feed: AsyncIterable<number>,
): AsyncGenerator<unknown> {
  if (act === 'double') for await (const item of feed) yield item * 2
  if (act === 'count') {
    for (let made = 1; made <= upTo; made++) {
      if (seen) Atomics.store(new Int32Array(seen), 0, made)
      yield made
    }
  }
  if (act === 'spin') for (;;) Math.random()
  if (act === 'eat')
    for (const eaten: string[][] = []; ;) eaten.push(Array.from({ length: 100_000 }, (_, at) => `${at}${eaten.length}`))
  if (act === 'throw') throw Object.assign(new Error('what is this'), { code: 'ERR_RIG', facts: { limit: 3 } })
  if (act === 'exit') process.exit(3)
  if (act === 'environment') yield Object.keys(process.env)
})
