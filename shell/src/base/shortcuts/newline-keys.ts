import type { KeyBinding } from '../contracts.ts'
import type { Bindings } from './bindings.ts'

/** What breaks a line in the composer: Enter, unless it sends. It follows from what sends and cannot be set. */
export function newlineKeys(bindings: Bindings): KeyBinding {
  const send = bindings.get('send')
  return send?.code === 'Enter' && !send.mod && !send.shift ? { code: 'Enter', shift: true } : { code: 'Enter' }
}
