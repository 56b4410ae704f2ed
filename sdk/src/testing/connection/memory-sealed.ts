import type { SealedState } from '@recado/contracts'

/** The sealed state of one connection in memory, to be handed on to the connection after a restart. */
export interface MemorySealed extends SealedState {
  /** The keys that are stored. */
  keys(): readonly string[]
}

/** Makes an empty {@link MemorySealed}. */
export function memorySealed(): MemorySealed {
  const values = new Map<string, Uint8Array>()
  return {
    read: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const value = values.get(key)
          return value ? [[key, value] as const] : []
        }),
      ),
    write: async (changes) => {
      for (const [key, value] of changes) {
        if (value === null) values.delete(key)
        else values.set(key, new Uint8Array(value))
      }
    },
    clear: async () => values.clear(),
    keys: () => [...values.keys()],
  }
}
