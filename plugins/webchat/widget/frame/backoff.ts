const firstMs = 1_000
const mostMs = 30_000

/**
 * How long to wait before try number `attempt` (from 0): doubling up to half a minute, spread so that a crowd does not
 * return at once.
 */
export const backoffMs = (attempt: number, random: () => number = Math.random): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 10)) * (0.5 + random() / 2)

/** How long a window that somebody may be looking at waits before it takes its place back, in milliseconds. */
const unseenMs = 120_000

/** What somebody does who uses this window. */
const uses = ['focus', 'pointerdown', 'keydown'] as const

/** Resolves when this window is shown or used, after two minutes of being in sight, or when the signal says to stop. */
export const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', shown)
      for (const use of uses) removeEventListener(use, done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const shown = () => {
      if (!document.hidden) done()
    }
    const timer = setInterval(shown, unseenMs)
    document.addEventListener('visibilitychange', shown)
    for (const use of uses) addEventListener(use, done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })

/** Resolves after `ms`, when the network comes back, or when the signal says to stop. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
