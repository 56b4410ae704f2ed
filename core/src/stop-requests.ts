/** Signals of one request to stop come more than once: from the terminal or the supervisor, from npm, and from the runner that passes them on. */
const sameRequestMs = 3_000

/** Where requests to stop come from: the process, or a test's stand-in. */
export interface StopSource {
  on(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', listener: () => void): unknown
}

/** What a request to stop does. */
export interface StopActions {
  /** The first request, whatever it is: called once. */
  drain(): void
  /** Somebody insists: what is left is given up. */
  force(): void
}

/**
 * Turns signals into one graceful stop. SIGINT, SIGTERM, SIGHUP (a closed terminal) and the end of the channel to the
 * process that started this one all ask for it. Who sends SIGINT or SIGTERM again, more than three seconds after the first
 * request, means: now. A hangup or a lost channel never does.
 * @param now milliseconds that only grow
 */
export function onStopRequest(source: StopSource, { drain, force }: StopActions, now: () => number = () => performance.now()): void {
  let first: number | undefined
  const ask = (): void => {
    if (first !== undefined) return
    first = now()
    drain()
  }
  const insist = (): void => {
    if (first !== undefined && now() - first > sameRequestMs) force()
    else ask()
  }
  source.on('SIGINT', insist)
  source.on('SIGTERM', insist)
  source.on('SIGHUP', ask)
  source.on('disconnect', ask)
}
