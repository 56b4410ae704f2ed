import { useSyncExternalStore } from 'react'
import { presentKey, protocol } from '../../helper/protocol.ts'

const isThere = (): boolean => document.documentElement.dataset[presentKey] === protocol

function onChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true })
  return () => observer.disconnect()
}

/** Whether this browser has the helper, of a kind that this page knows. It says so on the page, and may come later. */
export const useHelper = (): boolean => useSyncExternalStore(onChange, isThere)
