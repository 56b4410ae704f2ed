import { lazyRouteComponent as lazily } from '@tanstack/react-router'

/**
 * S9-003. How long the code of a screen may take before the screen counts as failed and offers to try again, in
 * milliseconds.
 */
export const chunkTimeoutMs = 120_000

/** Rejects when `load` takes longer than a screen may. A later result is used by the next try. */
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
 * Whether an error means that a part of the program cannot be loaded, as after an update that has removed the files of
 * the running one; in the messages of Chromium, Firefox and Safari, and of Vite for styles. A browser does not retry
 * the file until the page is reloaded, so only a reload helps.
 */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/.test(
    error.message,
  )
