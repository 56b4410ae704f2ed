/** Chromium's event when the product can be installed; other browsers offer it in a menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let offered: { prompt(): Promise<unknown> } | null = null
const listeners = new Set<() => void>()

function become(next: typeof offered): void {
  offered = next
  for (const listener of listeners) listener()
}

/**
 * The browser's offer to install the product, kept until somebody wants it. Comes once, early: call `watch` at the
 * start.
 */
export const installOffer = {
  watch(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      // An offer can be taken once.
      become({
        prompt: () => {
          become(null)
          return (event as InstallPrompt).prompt()
        },
      })
    })
    addEventListener('appinstalled', () => become(null))
  },
  current: () => offered,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
