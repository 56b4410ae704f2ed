/** One request to stop arrives as several signals: from the terminal or supervisor, from npm, and from the runner. */
const sameRequestMs = 3_000

/** Where requests to stop come from: the process, or a test's stand-in. */
export interface StopSource {
  on(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', listener: () => void): unknown
}

/** What a request to stop does. */
export interface StopActions {
  /** The first request, whatever it is: called once. */
  drain(): void
  /** A later request: the drain is given up. */
  force(): void
}

/**
 * Turns signals into one graceful stop. SIGINT, SIGTERM, SIGHUP (a closed terminal) and the end of the IPC channel to
 * the process that started this one request it. A SIGINT or SIGTERM more than three seconds after the first request
 * forces the end; SIGHUP and a lost channel never do. Called by main.ts.
 * @param now milliseconds that only grow
 */
export function onStopRequest(source: StopSource, { drain, force }: StopActions, now = () => performance.now()): void {
  let first: number | undefined
  const request = (): void => {
    if (first !== undefined) return
    first = now()
    drain()
  }
  const repeat = (): void => {
    if (first !== undefined && now() - first > sameRequestMs) force()
    else request()
  }
  source.on('SIGINT', repeat)
  source.on('SIGTERM', repeat)
  source.on('SIGHUP', request)
  source.on('disconnect', request)
}
