import type { Topics } from '@recado/contracts'

/** Topics within one process. Published data goes through JSON, as it does between nodes. */
export interface MemoryTopics extends Topics {
  /** Everything that was published, oldest first. */
  readonly published: ReadonlyArray<{ readonly name: string; readonly data: unknown }>
}

/** Makes topics that only those who hold the result share. */
export function memoryTopics(): MemoryTopics {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const published: { name: string; data: unknown }[] = []
  return {
    published,
    publish(name, data) {
      const copy = data === undefined ? undefined : (JSON.parse(JSON.stringify(data)) as unknown)
      published.push({ name, data: copy })
      for (const listener of [...(listeners.get(name) ?? [])]) listener(copy)
    },
    subscribe(name, onData) {
      const mine = listeners.get(name) ?? new Set()
      listeners.set(name, mine.add(onData))
      return () => {
        mine.delete(onData)
      }
    },
  }
}
