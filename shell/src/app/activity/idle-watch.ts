/** S9-009, reading 45: five minutes without any activity. Milliseconds. */
export const idleMs = 5 * 60_000
/** Other tabs are told of activity at most this often. Milliseconds. */
const tellEveryMs = 10_000

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const

export interface IdleWatchOptions {
  onIdle(): void
  onActive(): void
  /** True if the user has been idle since before this page was opened. */
  readonly startsIdle?: boolean
  /** Connects to the other tabs of this browser; undefined where there is none. */
  readonly channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined
  readonly now?: () => number
}

/**
 * Notices when nobody does anything in any tab of this browser, and when somebody does again. Answers a function that
 * stops it.
 */
export function watchIdle(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  { onIdle, onActive, startsIdle = false, channel, now = Date.now }: IdleWatchOptions,
): () => void {
  let last = now()
  let told = 0
  let idle = startsIdle
  let timer = startsIdle ? undefined : setTimeout(look, idleMs)

  function look(): void {
    const left = last + idleMs - now()
    if (left > 0) timer = setTimeout(look, left)
    else {
      idle = true
      onIdle()
    }
  }
  function acted(): void {
    last = now()
    if (!idle) return
    idle = false
    timer = setTimeout(look, idleMs)
    onActive()
  }
  const actedHere = (): void => {
    acted()
    if (last - told < tellEveryMs) return
    told = last
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    channel?.postMessage(null)
  }

  for (const act of acts) page.addEventListener(act, actedHere, { passive: true, capture: true })
  if (channel) channel.onmessage = acted
  return () => {
    clearTimeout(timer)
    for (const act of acts) page.removeEventListener(act, actedHere, { capture: true })
    channel?.close()
  }
}
