import type { ServiceCall, ServiceCallOptions, ServiceMethod } from '@recado/contracts'
import { TimeLimitExceeded } from '../base/time-limit.ts'

interface Listener {
  readonly onPiece: ServiceCallOptions['onPiece'] | undefined
  /** Ends when the caller goes away or the time of the method is over. */
  readonly signal: AbortSignal
}

/**
 * Runs the code of a service that may tell pieces of its answer, each when the caller has taken the one before. Code
 * that tells too much, or nothing for too long, fails, and the signal of its context ends; time in which the caller
 * reads does not count. Called by the port of services, behind the guard.
 * @throws TimeLimitExceeded, RangeError, and what the code throws
 */
export async function inPieces<T>(
  { pieces }: Pick<ServiceMethod, 'pieces'>,
  run: (signal: AbortSignal, tell: ServiceCall['tell']) => Promise<T>,
  { signal, onPiece }: Listener,
): Promise<T> {
  if (!pieces) return run(signal, () => Promise.reject(new TypeError('this method has no pieces')))
  const ending = new AbortController()
  const within = AbortSignal.any([signal, ending.signal])
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const fail = (error: Error): void => {
    reject(error)
    ending.abort(error)
  }
  let timer: NodeJS.Timeout | undefined
  const listen = (): void => {
    clearTimeout(timer)
    const late = (): void => fail(new TimeLimitExceeded(`nothing was said for ${pieces.quietMs} ms`))
    timer = setTimeout(late, pieces.quietMs)
  }
  let [told, turn] = [0, Promise.resolve()]
  const tell = async (piece: string): Promise<void> => {
    within.throwIfAborted()
    if (typeof piece !== 'string') throw new TypeError('a piece is a text')
    told += piece.length
    if (told > pieces.longest) fail(new RangeError(`it said more than ${pieces.longest} characters`))
    const before = turn
    const given = before.then(async () => {
      within.throwIfAborted()
      clearTimeout(timer)
      await onPiece?.(piece)
      if (!within.aborted) listen()
    })
    turn = given.catch(() => undefined)
    await given
  }
  listen()
  try {
    const answer = await Promise.race([run(within, tell), failed])
    await turn
    return answer
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
