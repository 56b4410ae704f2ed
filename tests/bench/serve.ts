import type { Question, Usage } from './program.ts'

/**
 * The child's side of program.ts: says that it is ready, answers what it is asked, and ends when it is told or left
 * alone.
 */
export function serve(ready: object, close: () => Promise<unknown>): void {
  const say = (message: object): void => void process.send!(message)
  const stop = (): void => void close().finally(() => process.exit(0))
  process.on('message', (question: Question) => {
    if (question === 'stop') return stop()
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    say({ cpuMs: (user + system) / 1_000, rssKb: process.memoryUsage.rss() / 1_024 } satisfies Usage)
  })
  process.once('disconnect', stop)
  say(ready)
}

/** What the parent handed over. */
export const given = <T>(): T => JSON.parse(process.argv[2]!) as T
