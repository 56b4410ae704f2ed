import type { StateStore } from '@recado/contracts'

/**
 * The state of one connection in memory. Values go through JSON as in the product, so what JSON cannot hold is lost
 * here too.
 */
export interface MemoryState extends StateStore {
  /** The stored state. */
  snapshot(): Readonly<Record<string, unknown>>
}

/** Makes an empty {@link MemoryState}. `now` is the clock by which values with `ttlMs` end. */
export function memoryState(now: () => number = Date.now): MemoryState {
  const rows = new Map<string, { json: string; expires: number }>()
  const live = (key: string): { json: string; expires: number } | undefined => {
    const row = rows.get(key)
    return row && row.expires > now() ? row : undefined
  }
  return {
    get: <T>(key: string) => {
      const row = live(key)
      return Promise.resolve(row && (JSON.parse(row.json) as T))
    },
    set(key, value, { ttlMs, ifAbsent = false } = {}) {
      const json = JSON.stringify(value) as string | undefined
      if (json === undefined) return Promise.reject(new TypeError(`the state ${key} is nothing that JSON can hold`))
      if (ifAbsent && live(key)) return Promise.resolve(false)
      rows.set(key, { json, expires: ttlMs === undefined ? Infinity : now() + ttlMs })
      return Promise.resolve(true)
    },
    delete: (key) => {
      rows.delete(key)
      return Promise.resolve()
    },
    snapshot: () =>
      Object.fromEntries(
        [...rows].filter(([key]) => live(key)).map(([key, { json }]) => [key, JSON.parse(json) as unknown]),
      ),
  }
}
