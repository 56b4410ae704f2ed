import { lazyRouteComponent as lazily } from '@tanstack/react-router'

/**
 * S9-003. How long the code of a screen may take before the screen counts as failed and offers to try again, in
 * milliseconds.
 */
export const chunkTimeoutMs = 120_000

/** Rejects when `load` takes longer than a screen may. What comes later is used by the next try. */
export function withinChunkTime<T>(load: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the code of a screen did not arrive in time')), chunkTimeoutMs)
  })
  return Promise.race([load, late]).finally(() => clearTimeout(timer))
}

/** The router's own, with a bound on how long the code of a screen may take. */
export const lazyRouteComponent: typeof lazily = (load, name) => lazily(() => withinChunkTime(load()), name)

/**
 * Whether an error says that a part of the program is not to be had, as after an update that has taken the files of the
 * one that runs; in the words of Chromium, Firefox and Safari, and of Vite for styles. A browser gives the same file up
 * for as long as the page lives, so that nothing but loading it again helps.
 */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/.test(
    error.message,
  )
