import { createContext, useCallback, useContext } from 'react'
import { useTouch } from './use-touch.ts'
import { resolveBindings, type Bindings } from './bindings.ts'
import { ariaKeys, keysText, type KeyLabels } from './keys.ts'
import type { ShortcutId } from './product-shortcuts.ts'

export interface KeysInForce {
  readonly bindings: Bindings
  readonly labels: KeyLabels
}

/** Keys of the signed-in user; outside the frame, the product's defaults. */
export const KeysContext = createContext<KeysInForce>({ bindings: resolveBindings({}, []), labels: new Map() })

export const useKeysInForce = (): KeysInForce => useContext(KeysContext)

/** Spread onto a control of the kit: drawn in its menu entry or tooltip, and told to screen readers. */
export interface KeysHint {
  shortcut?: string
  'aria-keyshortcuts'?: string
}

/** The keys of acts as hints; an act without keys has an empty one, and so have all on a device without keys. */
export function useKeysHints(): (id: ShortcutId) => KeysHint {
  const { bindings, labels } = useKeysInForce()
  const isTouch = useTouch()
  return useCallback(
    (id) => {
      const keys = isTouch ? null : bindings.get(id)
      return keys ? { shortcut: keysText(keys, labels), 'aria-keyshortcuts': ariaKeys(keys, labels) } : {}
    },
    [bindings, labels, isTouch],
  )
}
