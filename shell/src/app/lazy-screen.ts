import { lazyRouteComponent as lazily } from '@tanstack/react-router'

/** S9-003. How long the code of a screen may take before the screen counts as failed and offers to try again, in milliseconds. */
export const chunkTimeoutMs = 120_000

/** Rejects when `load` takes longer than a screen may. What comes later is used by the next try. */
export function withinChunkTime<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('the code of a screen did not arrive in time')), chunkTimeoutMs) })
  return Promise.race([load, late]).finally(() => clearTimeout(timer))
}

/** The router's own, with a bound on how long the code of a screen may take. */
export const lazyRouteComponent: typeof lazily = (load, name) => lazily(() => withinChunkTime(load()), name)
