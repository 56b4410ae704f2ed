import { useEffect, useRef } from 'react'

/** A physical key (`KeyboardEvent.code`), so that every layout has it in the same place. `mod` is Ctrl, or ⌘ on a Mac. */
export interface Shortcut { code: string; mod?: boolean; shift?: boolean }

export const onMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)
const names: Record<string, string> = { Slash: '/', Escape: 'Esc', Enter: '↵', ArrowDown: '↓', ArrowUp: '↑', BracketRight: ']' }

/** The keys as they are drawn: `Ctrl K`, `⌘ K`. */
export const shortcutText = ({ code, mod, shift }: Shortcut): string =>
  [mod && (onMac ? '⌘' : 'Ctrl'), shift && '⇧', names[code] ?? code.replace(/^(Key|Digit)/, '')].filter(Boolean).join(' ')

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Enter belongs to the button or link that has the focus. */
const takesEnter = (target: EventTarget | null) => target instanceof Element && target.closest('button, a[href], summary') !== null
const hits = (event: KeyboardEvent, { code, mod = false, shift = false }: Shortcut) =>
  event.code === code && (onMac ? event.metaKey : event.ctrlKey) === mod && event.shiftKey === shift && !event.altKey && !event.getModifierState('AltGraph')

/** Calls `handler` for the keys while the component is shown. Plain keys rest while somebody types or a dialog is open. */
export function useShortcut(shortcut: Shortcut, handler: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef({ shortcut, handler })
  useEffect(() => { latest.current = { shortcut, handler } })
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !hits(event, latest.current.shortcut)) return
      if (!latest.current.shortcut.mod && (isTyping(event.target) || (event.code === 'Enter' && takesEnter(event.target)) || document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]'))) return
      event.preventDefault()
      latest.current.handler(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [enabled])
}

/** The keys of the product, in one table for the handlers and for the list of shortcuts. */
export const shortcuts = {
  palette: { code: 'KeyK', mod: true }, help: { code: 'Slash', mod: true }, goHome: { code: 'Digit1', mod: true, shift: true }, goAttendance: { code: 'Digit2', mod: true, shift: true },
  next: { code: 'KeyJ' }, previous: { code: 'KeyK' }, open: { code: 'Enter' }, select: { code: 'KeyX' }, search: { code: 'KeyF', shift: true }, find: { code: 'KeyF', mod: true },
  reply: { code: 'KeyR' }, writeTab: { code: 'KeyM', mod: true, shift: true }, resolve: { code: 'KeyE' }, priority: { code: 'KeyP' }, snooze: { code: 'KeyH' }, back: { code: 'Escape' }, panel: { code: 'KeyI' },
} as const satisfies Record<string, Shortcut>
