import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './wire.ts'

/** Limits of one piece of isolated work. Time counts only while the thread is waited for, never while it waits. */
export interface IsolationLimits {
  /** Longest wait for one result. */
  readonly stepMs: number
  /** Longest wait for all of them together. */
  readonly totalMs: number
  /** Heap of the thread; beyond it, the thread ends and nothing else. */
  readonly heapMb: number
}

export interface IsolatedWork<In> {
  /** Given to the module as a copy. */
  readonly input: unknown
  /** Buffers of `input` that are handed over instead of copied; they cannot be used here any more. */
  readonly transfer?: readonly ArrayBuffer[]
  /** Input that the module reads while it works, requested one after another. */
  readonly feed?: AsyncIterable<In>
  readonly limits: IsolationLimits
  /** Ends the thread at once. */
  readonly signal?: AbortSignal | undefined
}

/** The module's exception, or the reason why its thread ended. */
export class IsolationError extends Error {
  override readonly name = 'IsolationError'
  /** `threw` for an error of the module itself, whose code and facts are here. */
  readonly reason: 'threw' | 'crashed' | 'deadline'
  readonly code: string | undefined
  readonly facts: object
  constructor(
    reason: IsolationError['reason'],
    message: string,
    { code, facts = {}, cause }: { code?: string | undefined; facts?: object; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.code = code
    this.facts = facts
  }
}

/**
 * Runs a module in a worker thread and yields its results; the module calls `serveIsolated`. For work on untrusted
 * input. The thread pauses while two results wait to be taken. It ends with the last result, with `return()`, at a
 * limit, and when `signal` aborts.
 * @throws IsolationError; the signal's reason; what the feed throws
 */
export async function* isolated<In, Out>(
  module: URL,
  { input, transfer = [], feed, limits, signal }: IsolatedWork<In>,
): AsyncGenerator<Out, undefined> {
  signal?.throwIfAborted()
  // Neither flags nor the environment of the node, which holds secrets.
  const worker = new Worker(module, {
    workerData: input,
    transferList: [...transfer],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
  })
  const results = new Results<Out>()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const say = (message: ToWorker<In>): void => worker.postMessage(message)
  const given = feed?.[Symbol.asyncIterator]()
  const abort = (): void => {
    results.fail(signal!.reason)
    void worker.terminate()
  }
  worker.on('message', (message: FromWorker<Out>) => {
    if (message.kind === 'wants')
      void given?.next().then(
        ({ done, value }) => say(done ? { kind: 'end' } : { kind: 'item', value: value as In }),
        (error: unknown) => results.fail(error),
      )
    else if (message.kind === 'threw') results.fail(new IsolationError('threw', message.message, message))
    else results.add(message)
  })
  worker.once('error', (cause) =>
    results.fail(new IsolationError('crashed', 'the thread of isolated work failed', { cause })),
  )
  worker.once('exit', () => results.fail(new IsolationError('crashed', 'the thread of isolated work ended too early')))
  signal?.addEventListener('abort', abort, { once: true })
  let leftMs = limits.totalMs
  try {
    for (;;) {
      const asked = performance.now()
      const result = await results.next(Math.min(limits.stepMs, leftMs))
      leftMs -= performance.now() - asked
      if (result.kind === 'done') return undefined
      say({ kind: 'taken' })
      yield result.value
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all([worker.terminate(), given?.return?.()])
  }
}

type Result<Out> = Extract<FromWorker<Out>, { kind: 'result' | 'done' }>

/** Results in the order in which they came; the first failure is final. */
class Results<Out> {
  readonly #ready: Result<Out>[] = []
  #failure: { readonly error: unknown } | undefined
  #changed = Promise.withResolvers<void>()

  add(result: Result<Out>): void {
    this.#ready.push(result)
    this.#changed.resolve()
  }

  /** Of what came before, nothing is lost. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#changed.resolve()
  }

  async next(withinMs: number): Promise<Result<Out>> {
    const timer = setTimeout(
      () => this.fail(new IsolationError('deadline', 'isolated work took too long')),
      Math.max(withinMs, 0),
    )
    try {
      for (;;) {
        const result = this.#ready.shift()
        if (result) return result
        if (this.#failure) throw this.#failure.error
        await this.#changed.promise
        this.#changed = Promise.withResolvers()
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
