import type { KeyBinding } from '../contracts.ts'

export const onMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Labels of keys in the current layout, by code; empty if the browser does not provide them. */
export type KeyLabels = ReadonlyMap<string, string>

const symbols: Readonly<Record<string, string>> = {
  Slash: '/',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  IntlRo: '/',
  IntlBackslash: '\\',
}
const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  Space: '␣',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
}

/** One key as it is drawn: its label in this layout, if that is a Latin letter or a sign. */
export function keyLabel(code: string, labels: KeyLabels): string {
  const symbol = symbols[code]
  // A sign that some key of this layout has is known by it: matching goes by the sign too.
  if (symbol !== undefined && (labels.size === 0 || [...labels.values()].includes(symbol))) return symbol
  const written = labels.get(code)
  if (written !== undefined && /^[!-~]$/.test(written)) return written.toUpperCase()
  return symbol ?? names[code] ?? code.replace(/^(Key|Digit)/, '')
}

/** The keys as they are drawn: `Ctrl K`, `⌘ K`. */
export const keysText = ({ code, mod, shift }: KeyBinding, labels: KeyLabels): string =>
  [mod && (onMac ? '⌘' : 'Ctrl'), shift && '⇧', keyLabel(code, labels)].filter(Boolean).join(' ')

/** The keys as `aria-keyshortcuts` wants them. */
export const ariaKeys = ({ code, mod, shift }: KeyBinding, labels: KeyLabels): string =>
  [mod && (onMac ? 'Meta' : 'Control'), shift && 'Shift', names[code] ? code : keyLabel(code, labels)]
    .filter(Boolean)
    .join('+')

export const sameKeys = (a: KeyBinding, b: KeyBinding): boolean =>
  a.code === b.code && (a.mod ?? false) === (b.mod ?? false) && (a.shift ?? false) === (b.shift ?? false)

/**
 * Whether a press of keys is of these. Keyboards of phones name a key only by what it does (`Enter`). Alt and AltGr
 * write characters, so that nothing is ever of theirs.
 */
export function hits(event: KeyboardEvent, { code, mod = false, shift = false }: KeyBinding): boolean {
  const isKey =
    event.code === code || event.key === code || (symbols[code] !== undefined && event.key === symbols[code])
  return (
    isKey &&
    (onMac ? event.metaKey : event.ctrlKey) === mod &&
    event.shiftKey === shift &&
    !event.altKey &&
    !event.getModifierState('AltGraph')
  )
}

const modifiers = /^(Control|Shift|Alt|Meta|OS|Fn|CapsLock|NumLock)/

/** The pressed keys, or null: a modifier alone, a press with Alt, and one without a code are no keys of an act. */
export function pressedKeys(event: KeyboardEvent): KeyBinding | null {
  const foreign = onMac ? event.ctrlKey : event.metaKey
  if (event.code === '' || modifiers.test(event.code) || event.altKey || foreign || event.getModifierState('AltGraph'))
    return null
  return {
    code: event.code === 'NumpadEnter' ? 'Enter' : event.code,
    ...((onMac ? event.metaKey : event.ctrlKey) && { mod: true }),
    ...(event.shiftKey && { shift: true }),
  }
}
