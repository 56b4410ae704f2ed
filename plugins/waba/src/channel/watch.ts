import { setTimeout as pause } from 'node:timers/promises'
import type { CloudApi } from '../api/client.ts'
import { numberState } from '../number/facts.ts'
import type { Health } from './health.ts'
import { webhookAt } from './subscription.ts'

const everyMs = 5 * 60_000

/**
 * One look: does the token still open the number, and do its messages still come here? What fails says nothing of the
 * second.
 */
export async function lookAfter(
  api: CloudApi,
  health: Health,
  callback: URL | null,
  signal: AbortSignal,
): Promise<void> {
  try {
    await health.of(numberState(api, signal))
    if (callback) health.delivered((await webhookAt(api, signal)) === callback.href)
  } catch {
    // Health has processed the error; the next check comes in any case.
  }
}

/** Looks now and then: without that, trouble would show with the next message only, or never. */
export async function watch(api: CloudApi, health: Health, callback: URL | null, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await lookAfter(api, health, callback, signal)
  }
}
