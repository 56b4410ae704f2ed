/** The work did not end within its time. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded'
}

/**
 * Runs `work` for at most `ms` milliseconds or until `outer` is aborted, and then stops waiting for it. The signal
 * given to the work is aborted in both cases: work that ignores it goes on in the background without being awaited.
 */
export async function withTimeLimit<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<T> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const { promise: cut, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown): void => {
    controller.abort(reason)
    reject(reason)
  }
  const timer = setTimeout(() => stop(new TimeLimitExceeded(`no end within ${ms} ms`)), ms)
  const onOuter = (): void => stop(outer?.reason)
  outer?.addEventListener('abort', onOuter, { once: true })
  try {
    return await Promise.race([Promise.resolve().then(() => work(controller.signal)), cut])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onOuter)
  }
}
