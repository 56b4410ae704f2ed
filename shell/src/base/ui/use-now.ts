import { useSyncExternalStore } from 'react'

/** One clock for everything that shows how long ago something was. It ticks once a minute, while anybody looks. */
const minute = 60_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(tick, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Milliseconds since 1970, to the minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
