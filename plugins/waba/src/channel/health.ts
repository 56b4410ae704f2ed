import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext } from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { numberState } from '../number/facts.ts'

const everyMs = 5 * 60_000
/** The token is expired, withdrawn, or none. */
const tokenCodes = new Set(['0', '190', '401', 'NO_TOKEN'])
/** The account or the number is locked or gone; no token helps. */
const lockedCodes = new Set(['33', '368', '131031', '133010', '131045'])

/** What trouble of the provider says about the whole connection; most refusals concern one message only. */
export class Health {
  readonly #setState: ConnectionContext<unknown>['setState']
  #isWell = true

  constructor(setState: ConnectionContext<unknown>['setState']) { this.#setState = setState }

  failed(error: unknown): void {
    if (!ChannelError.is(error)) return
    if (tokenCodes.has(error.code)) this.#setState({ state: 'needsAction', reason: 'relogin' })
    else if (lockedCodes.has(error.code)) this.#setState({ state: 'failed', code: error.code, message: error.message })
    else return
    this.#isWell = false
  }

  well(): void {
    if (!this.#isWell) this.#setState({ state: 'connected' })
    this.#isWell = true
  }

  /** Anything that is asked of the provider, and what it says about the connection. */
  async of<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      this.well()
      return result
    } catch (error) {
      this.failed(error)
      throw error
    }
  }
}

/** Looks now and then whether the token still opens the number: without that it would show with the next message only. */
export async function watch(api: CloudApi, health: Health, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await health.of(numberState(api, signal)).catch(() => undefined)
  }
}
