import { Session } from 'node:inspector/promises'
import type { Question, Usage } from './program.ts'

/**
 * The child's side of program.ts: says that it is ready, answers what it is asked, and ends when it is told or left
 * alone.
 */
export function serve(ready: object, close: () => Promise<unknown>): void {
  const say = (message: unknown): void => void process.send!(message)
  const stop = (): void => void close().finally(() => process.exit(0))
  const profiler = new Session()
  const answers: Record<Exclude<Question, 'stop'>, () => unknown> = {
    usage() {
      globalThis.gc?.()
      const { user, system } = process.cpuUsage()
      return { cpuMs: (user + system) / 1_000, rssKb: process.memoryUsage.rss() / 1_024 } satisfies Usage
    },
    async profile() {
      profiler.connect()
      await profiler.post('Profiler.enable')
      await profiler.post('Profiler.start')
      return 'profiling'
    },
    async profiled() {
      const { profile } = await profiler.post('Profiler.stop')
      profiler.disconnect()
      return JSON.stringify(profile)
    },
  }
  process.on('message', (question: Question) => {
    if (question === 'stop') return stop()
    void Promise.resolve(answers[question]()).then(say)
  })
  process.once('disconnect', stop)
  say(ready)
}

/** What the parent handed over. */
export const given = <T>(): T => JSON.parse(process.argv[2]!) as T
