import { useSyncExternalStore } from 'react'

type Writing = (e164: string) => string

let writing: Writing | undefined
let asked = false
const listeners = new Set<() => void>()

/** Once, when the first number is drawn: how the countries write numbers is too much for the first chunk. */
function ask(): void {
  if (asked) return
  asked = true
  import('./written-phone.ts').then(
    ({ writtenPhone }) => {
      writing = writtenPhone
      for (const listener of listeners) listener()
    },
    () => {
      // A number stays readable as it is; the next screen asks again.
      asked = false
    },
  )
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const e164Shape = /^\+[1-9]\d{7,14}$/

/**
 * Writes telephone numbers as people write them: `+55 (11) 98123-4567` for `+5511981234567`. Anything else (a masked
 * number, a name, an address) stays as it is. The one place where the shell formats numbers.
 */
export function useWrittenPhone(): (text: string) => string {
  const written = useSyncExternalStore(subscribe, () => writing)
  return (text) => {
    if (!e164Shape.test(text)) return text
    if (!written) ask()
    return written?.(text) ?? text
  }
}
