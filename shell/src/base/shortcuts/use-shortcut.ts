import { useEffect, useRef, type RefObject } from 'react'
import type { KeyBinding } from '../contracts.ts'
import { useKeysInForce } from './bindings-context.ts'
import { hits } from './keys.ts'
import type { ShortcutId } from './product-shortcuts.ts'

/** Fields that take no letters: keys go on working for who has just ticked a row. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'])
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !withoutText.has(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
/** Enter belongs to the button, link or field that has the focus. */
const takesEnter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button, a[href], summary, input') !== null
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null

/** Keys without Ctrl rest while somebody types or a dialog is open. */
const rests = (event: KeyboardEvent, { mod, code }: KeyBinding): boolean =>
  mod !== true && (isTyping(event.target) || (code === 'Enter' && takesEnter(event.target)) || isCovered())

/** An act that keys can stand for. */
export interface KeyedAct {
  readonly id: string
  run(event: KeyboardEvent): void
}

/** Handles the keys of these acts while the component is shown. With `within`, only while the focus is in there. */
export function useKeyedActs(acts: readonly KeyedAct[], within?: RefObject<HTMLElement | null>): void {
  const { bindings } = useKeysInForce()
  const latest = useRef({ acts, bindings })
  useEffect(() => {
    latest.current = { acts, bindings }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (within && !within.current?.contains(event.target as Node)))
        return
      for (const act of latest.current.acts) {
        const keys = latest.current.bindings.get(act.id)
        if (!keys || !hits(event, keys) || rests(event, keys)) continue
        event.preventDefault()
        return act.run(event)
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [within])
}

const none: readonly KeyedAct[] = []

/** {@link useKeyedActs} for one. */
export function useShortcut(
  id: ShortcutId,
  run: (event: KeyboardEvent) => void,
  enabled = true,
  within?: RefObject<HTMLElement | null>,
): void {
  useKeyedActs(enabled ? [{ id, run }] : none, within)
}
