import { useState } from 'react'

/** An entry of a menu goes with its menu; the button that opened the menu stays. */
function lasting(element: Element | null): Element | null {
  const opener = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return opener ? document.getElementById(opener) : element
}

/**
 * Gives the focus back to what had it when the caller was first drawn: for the `onCloseAutoFocus` of a window that no
 * button of its own opens, which Radix leaves nowhere. Does nothing where something else has taken the focus by then.
 */
export function useFocusBefore(): (event: Event) => void {
  const [before] = useState(() => lasting(document.activeElement))
  return (event) => {
    if (document.activeElement !== document.body || !(before instanceof HTMLElement) || !before.isConnected) return
    event.preventDefault()
    before.focus()
  }
}
