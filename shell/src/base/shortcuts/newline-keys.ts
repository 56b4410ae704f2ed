import type { KeyBinding } from '../contracts.ts'
import type { Bindings } from './bindings.ts'

/**
 * Keys for a line break in the composer: Enter, unless it sends. They follow from the keys that send and cannot be set.
 */
export function newlineKeys(bindings: Bindings): KeyBinding {
  const send = bindings.get('send')
  return send?.code === 'Enter' && !send.mod && !send.shift ? { code: 'Enter', shift: true } : { code: 'Enter' }
}

/** Keys that send a letter: those that send, but Enter, which begins a new line in a letter, only with Ctrl or ⌘. */
export function letterSendKeys(bindings: Bindings): KeyBinding | null | undefined {
  const send = bindings.get('send')
  return send?.code === 'Enter' && !send.mod && !send.shift ? { code: 'Enter', mod: true } : send
}
