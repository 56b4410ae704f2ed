import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can: until the page is hidden, and again after that. */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async (): Promise<void> => {
      // Not every browser has it, and a battery that runs low refuses it.
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await taken?.release()
      else lock = taken
    }
    const look = (): void => void ask()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      void lock?.release()
    }
  }, [])
}
