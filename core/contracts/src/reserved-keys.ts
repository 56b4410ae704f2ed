import type { KeyBinding } from './keys.ts'

/**
 * Why keys cannot be given away: the browser keeps them, text is edited with them, or everybody moves and presses with
 * them.
 */
export type KeyReservation = 'browser' | 'editing' | 'moving'

const moving =
  /^(Tab|Enter|NumpadEnter|Space|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|ContextMenu|CapsLock)$/
const editing = /^Key[ACVXYZ]$/
/** Close, open, quit, reload, the address, print, the source, history and downloads; then tabs by number and zoom. */
const browser = /^(Key[WTNQRLPOUDHJ]|Digit\d|Numpad\d|Minus|Equal|NumpadAdd|NumpadSubtract)$/
/** With Shift the private window, closed tabs and the tools of developers; digits are free. */
const browserShifted = /^Key[WTNQRICJBOPDA]$/
const functionKey = /^F\d{1,2}$/
const freeFunctionKeys: readonly string[] = ['F2', 'F4', 'F8', 'F9']

/**
 * Reason why these keys cannot be bound to an act, or null. Used for keys that a user chooses and for those that a
 * plugin suggests.
 */
export function reservationOf({ code, mod = false, shift = false }: KeyBinding): KeyReservation | null {
  if (functionKey.test(code)) return !mod && freeFunctionKeys.includes(code) ? null : 'browser'
  if (moving.test(code))
    return mod && /^(Numpad)?Enter$/.test(code) ? null : mod && code !== 'Tab' ? 'editing' : 'moving'
  if (!mod) return null
  if ((shift ? browserShifted : browser).test(code)) return 'browser'
  return editing.test(code) ? 'editing' : null
}
