/** The value below which the share `at` (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], at: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** What a closed loop did: operations, how many a second, and how long each took in milliseconds. */
export interface Load {
  readonly done: number
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * Keeps `inFlight` operations going for `seconds`. `work` is given the number of its worker; an operation that throws
 * ends the measurement.
 */
export async function closedLoop(
  inFlight: number,
  seconds: number,
  work: (worker: number) => PromiseLike<unknown>,
): Promise<Load> {
  const took: number[] = []
  const started = performance.now()
  const until = started + seconds * 1_000
  await Promise.all(
    Array.from({ length: inFlight }, async (_, worker) => {
      for (let now = performance.now(); now < until;) {
        await work(worker)
        const ended = performance.now()
        took.push(ended - now)
        now = ended
      }
    }),
  )
  return {
    done: took.length,
    perSecond: (took.length * 1_000) / (performance.now() - started),
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
  }
}

/** Does `count` operations, `inFlight` at a time, and answers how many. */
export async function workOff(count: number, inFlight: number, work: () => PromiseLike<unknown>): Promise<number> {
  let left = count
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await work()
    }),
  )
  return count
}

/**
 * Starts `perSecond` operations a second for `seconds`, whether earlier ones have ended or not, and waits for the last.
 */
export async function openLoop(perSecond: number, seconds: number, work: () => PromiseLike<unknown>): Promise<void> {
  const running: PromiseLike<unknown>[] = []
  const started = performance.now()
  const total = perSecond * seconds
  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * perSecond))
    while (running.length < due) running.push(work())
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(running)
}

/** Waits until `look` holds, at most `seconds`, looking every `restMs`. */
export async function until(
  what: string,
  look: () => boolean | Promise<boolean>,
  seconds = 30,
  restMs = 2,
): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

type Sides = Readonly<Record<string, () => Promise<Record<string, number>>>>

/**
 * Measures several sides alternately, so that whatever else the machine does meets all of them alike. Answers the
 * median of each value over the rounds.
 */
export async function alternating<S extends Sides>(
  rounds: number,
  sides: S,
): Promise<{ [K in keyof S]: Awaited<ReturnType<S[K]>> }> {
  const seen = new Map<string, Record<string, number>[]>(Object.keys(sides).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries(sides)) seen.get(name)!.push(await side())
  }
  const medians = [...seen].map(([name, results]) => [
    name,
    Object.fromEntries(Object.keys(results[0]!).map((key) => [key, median(results.map((result) => result[key]!))])),
  ])
  return Object.fromEntries(medians) as { [K in keyof S]: Awaited<ReturnType<S[K]>> }
}
