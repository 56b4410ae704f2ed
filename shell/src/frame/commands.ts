import { useEffect, useSyncExternalStore } from 'react'

/** An act the palette offers while the screen that registered it is shown. */
export interface Command { id: string; label: string; shortcut?: string; run(): void }

let commands: readonly Command[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Command[]) => {
  commands = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/** Offers the acts of what is on the screen. Pass a memoised list: a new one replaces the old. */
export function useOfferCommands(offered: readonly Command[]): void {
  useEffect(() => {
    set([...commands, ...offered])
    return () => set(commands.filter((command) => !offered.includes(command)))
  }, [offered])
}

export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => commands)
