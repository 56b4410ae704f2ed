import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './wire.ts'

/** So many results may wait to be taken: enough that the thread works while one is stored. */
const ahead = 2

/**
 * Called once by a module that {@link isolated} runs: `work` gets the input and what it is fed, and what it yields is
 * handed on, never more than two results ahead of who takes them. An error's `code` and `facts` are handed on too.
 */
export function serveIsolated<Input, In, Out>(
  work: (input: Input, feed: AsyncIterable<In>) => AsyncIterable<Out>,
): void {
  const port = parentPort!
  const say = (message: FromWorker<Out>): void => port.postMessage(message)
  let waiting = 0
  let wake: (() => void) | undefined
  let give: ((item: ToWorker<In>) => void) | undefined
  port.on('message', (message: ToWorker<In>) => {
    if (message.kind !== 'taken') return give?.(message)
    waiting--
    wake?.()
  })
  async function* fed(): AsyncGenerator<In> {
    for (;;) {
      const next = Promise.withResolvers<ToWorker<In>>()
      give = next.resolve
      say({ kind: 'wants' })
      const message = await next.promise
      if (message.kind !== 'item') return
      yield message.value
    }
  }
  void (async () => {
    try {
      for await (const value of work(workerData as Input, fed())) {
        waiting++
        say({ kind: 'result', value })
        while (waiting >= ahead)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
      say({ kind: 'done' })
    } catch (error) {
      const { message, code, facts } = error as { message?: unknown; code?: unknown; facts?: unknown }
      say({
        kind: 'threw',
        message: String(message),
        code: typeof code === 'string' ? code : undefined,
        facts: typeof facts === 'object' && facts !== null ? facts : {},
      })
    }
    port.close()
  })()
}
