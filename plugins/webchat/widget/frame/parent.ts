import { isFrom } from '../protocol/link.ts'
import { readToFrame, seal, type ToFrame, type ToPage } from '../protocol/messages.ts'

/**
 * The page around the frame. It is whoever sends the first well-formed `init` from the parent window; from then on
 * only that site is heard, and nothing is ever said to another. Before that the frame says nothing at all.
 */
export function createParent(onMessage: (message: ToFrame) => void): { post(message: ToPage): void } {
  let site: string | undefined
  addEventListener('message', (event) => {
    if (!isFrom(event, window.parent === window ? undefined : window.parent, site ?? event.origin)) return
    const message = readToFrame(event.data)
    if (!message || (site === undefined) !== (message.type === 'init')) return
    site = event.origin
    onMessage(message)
  })
  return {
    post(message) {
      if (site !== undefined) window.parent.postMessage(seal(message), site)
    },
  }
}
