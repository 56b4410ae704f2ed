/** Source of requests to stop: the process, or a test's stand-in. */
export interface StopSource {
  on(event: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'disconnect', listener: () => void): unknown
}

/** Effects of requests to stop. */
export interface StopActions {
  /** The first request, whatever it is: called once. */
  stop(): void
  /** A person at a terminal asks: nobody has to notice first. Called after {@link stop}, once. */
  withoutGrace?(): void
}

/**
 * Turns signals into one graceful stop. SIGTERM, SIGINT (Ctrl+C), SIGHUP (a closed terminal) and the end of the IPC
 * channel to the process that started this one request it. The same request often arrives several times, through npm
 * and its runner; nothing that comes later cuts the stop short: it has to have an end of its own. Called by main.ts and
 * backup.ts.
 */
export function onStopRequest(source: StopSource, actions: StopActions): void {
  const stop = once(() => actions.stop())
  const withoutGrace = once(() => actions.withoutGrace?.())
  for (const event of ['SIGTERM', 'disconnect'] as const) source.on(event, stop)
  for (const event of ['SIGINT', 'SIGHUP'] as const) {
    source.on(event, () => {
      stop()
      withoutGrace()
    })
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
