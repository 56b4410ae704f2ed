import { useMediaQuery } from '@recado/sdk/ui'
import { useCallback, useState } from 'react'

const openKey = 'recado.tree'
/** Tree, list, thread and panel stand side by side from here; below, the tree lies over them. */
const wide = '(width >= 84rem)'

/** Whether the tree is open, and where. Beside the list that is remembered; over it, it closes by itself. */
export function useTreePlace(): { isOpen: boolean; isOver: boolean; toggle(): void; close(): void } {
  const isWide = useMediaQuery(wide)
  const [isBeside, setBeside] = useState(() => localStorage.getItem(openKey) === 'open')
  const [isOver, setOver] = useState(false)
  const set = useCallback(
    (open: boolean) => {
      if (!isWide) return setOver(open)
      localStorage.setItem(openKey, open ? 'open' : 'closed')
      setBeside(open)
    },
    [isWide],
  )
  const isOpen = isWide ? isBeside : isOver
  return {
    isOpen,
    isOver: !isWide,
    toggle: useCallback(() => set(!isOpen), [set, isOpen]),
    close: useCallback(() => set(false), [set]),
  }
}
