import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { ShortcutId } from './product-shortcuts.ts'
import { useKeyedActs } from './use-shortcut.ts'

/**
 * An act that the palette offers, and that keys may stand for (`productShortcuts`), while the screen that registered it
 * is shown.
 */
export interface Command {
  id: ShortcutId
  label: string
  icon?: ReactNode
  tone?: 'danger'
  run(): void
}

let commands: readonly Command[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Command[]) => {
  commands = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Offers the acts of what is on the screen, and runs them by their keys. Pass a memoised list: a new one replaces the
 * old.
 */
export function useOfferCommands(offered: readonly Command[]): void {
  useKeyedActs(offered)
  useEffect(() => {
    set([...commands, ...offered])
    return () => set(commands.filter((command) => !offered.includes(command)))
  }, [offered])
}

export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => commands)
