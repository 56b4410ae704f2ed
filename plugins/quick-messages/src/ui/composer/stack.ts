import type { QuickMessage, QuickMessageFile } from '../../messages/quick-message.ts'

/** A part that waits above the editor, worded for its conversation. */
export interface StackPart {
  readonly id: number
  readonly text: string
  readonly file: QuickMessageFile | null
}
/** Content above the editor of one conversation: a message whose variables are being asked for, parts to be sent. */
export interface Stack {
  readonly asking: QuickMessage | undefined
  readonly parts: readonly StackPart[]
}

const empty: Stack = { asking: undefined, parts: [] }
const stacks = new Map<string, Stack>()
const listeners = new Set<() => void>()
let lastId = 0

const set = (ticketId: string, stack: Stack): void => {
  if (stack.asking === undefined && stack.parts.length === 0) stacks.delete(ticketId)
  else stacks.set(ticketId, stack)
  for (const changed of listeners) changed()
}

/**
 * Stacks by conversation, for as long as the page is open: they survive switching to another conversation. Both panels
 * of the composer work on it.
 */
export const stackStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  of: (ticketId: string): Stack => stacks.get(ticketId) ?? empty,
  ask(ticketId: string, asking: QuickMessage | undefined): void {
    set(ticketId, { ...stackStore.of(ticketId), asking })
  },
  add(ticketId: string, parts: readonly Omit<StackPart, 'id'>[]): void {
    const before = stackStore.of(ticketId)
    set(ticketId, { ...before, parts: [...before.parts, ...parts.map((part) => ({ ...part, id: ++lastId }))] })
  },
  remove(ticketId: string, id: number): void {
    const before = stackStore.of(ticketId)
    set(ticketId, { ...before, parts: before.parts.filter((part) => part.id !== id) })
  },
  clear(ticketId: string): void {
    set(ticketId, { ...stackStore.of(ticketId), parts: [] })
  },
}
