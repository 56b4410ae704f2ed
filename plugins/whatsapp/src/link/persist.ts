import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionContext } from '@recado/sdk'

const longestPauseMs = 30_000

/**
 * Stores what has arrived, or reads what it needs, tried again until that is done. @throws once `signal` has ended the
 * session: WhatsApp brings it again then.
 */
export async function persist<T>(
  store: () => Promise<T>,
  { log, connection }: Pick<ConnectionContext<unknown>, 'log' | 'connection'>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    try {
      return await store()
    } catch (error) {
      log.warn({ err: error, connection }, 'what arrived could not be stored; it is kept and tried again')
      await pause(Math.min(longestPauseMs, 250 * 2 ** failures), undefined, { signal }).catch(() => undefined)
    }
  }
}
