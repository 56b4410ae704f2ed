import { describe, expect, it } from 'vitest'
import { currentContext, withContext } from './context.ts'
import { Recurring } from './recurring.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined }

describe('recurring work', () => {
  it('never runs twice at once and runs again for every call in between', async () => {
    let runs = 0
    let running = 0
    const gates: (() => void)[] = []
    const work = new Recurring({
      name: 'w',
      everyMs: 3_600_000,
      log: { ...quiet, error: () => undefined },
      async run() {
        runs++
        expect(++running).toBe(1)
        await new Promise<void>((resolve) => gates.push(resolve))
        running--
      },
    })
    work.start()
    const first = work.now()
    await Promise.resolve()
    const [second, third] = [work.now(), work.now()]
    gates.shift()!()
    await new Promise(setImmediate)
    expect(runs).toBe(2)
    gates.shift()!()
    await Promise.all([first, second, third])
    expect(runs).toBe(2)
    await work.stop()
    await work.now()
    expect(runs).toBe(2)
  })

  it('loses no call, whenever it comes', async () => {
    let asked = 0
    let seen = 0
    const work = new Recurring({
      name: 'w',
      everyMs: 3_600_000,
      log: { ...quiet, error: () => undefined },
      run: () => {
        seen = asked
      },
    })
    work.start()
    for (let round = 0; round < 200; round++) {
      asked++
      const done = work.now()
      // At every step of the way there: a call between the end of a run and the end of its series must not get lost.
      for (let step = 0; step < round % 8; step++) await Promise.resolve()
      asked++
      await Promise.all([done, work.now()])
      expect(seen).toBe(asked)
    }
    await work.stop()
  })

  it('runs outside of the request that asks for it or starts it, also by its timer afterwards', async () => {
    const seen: unknown[] = []
    const thrice = Promise.withResolvers<void>()
    const work = new Recurring({
      name: 'w',
      everyMs: 1,
      log: { ...quiet, error: () => undefined },
      run() {
        seen.push(currentContext())
        if (seen.length === 3) thrice.resolve()
      },
    })
    await withContext({ requestId: 'r' }, async () => {
      work.start()
      await work.now()
      expect(currentContext()).toEqual({ requestId: 'r' })
      await thrice.promise
      expect(currentContext()).toEqual({ requestId: 'r' })
    })
    await work.stop()
    expect(seen.every((context) => context === undefined)).toBe(true)
  })

  it('logs a series of failures once and goes on', async () => {
    const logged: string[] = []
    let fail = true
    const work = new Recurring({
      name: 'w',
      everyMs: 3_600_000,
      log: {
        ...quiet,
        info: (_facts, message) => logged.push(message),
        error: (_facts, message) => logged.push(message),
      },
      run() {
        if (fail) throw new Error('no')
      },
    })
    work.start()
    await work.now()
    await work.now()
    expect(logged).toHaveLength(1)
    fail = false
    await work.now()
    expect(logged).toHaveLength(2)
    await work.stop()
  })
})
