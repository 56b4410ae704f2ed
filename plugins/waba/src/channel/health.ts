import { ChannelError, type ConnectionContext } from '@recado/sdk'

/** The token is expired, withdrawn, or none. */
const tokenCodes = new Set(['0', '190', '401', 'NO_TOKEN'])
/** The account or the number is locked or gone; no token helps. */
const lockedCodes = new Set(['33', '368', '131031', '133010', '131045'])

/** State of the whole connection; most refusals concern one message only, and do not affect it. */
export class Health {
  readonly #setState: ConnectionContext<unknown>['setState']
  #isRefused = false
  #isTaken = false

  constructor(setState: ConnectionContext<unknown>['setState']) {
    this.#setState = setState
  }

  /** Runs a call to the provider, and updates the connection's state from its answer. */
  async of<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      if (this.#isRefused) this.#recovered()
      return result
    } catch (error) {
      this.#failed(error)
      throw error
    }
  }

  /** Whether messages are delivered here; another system that uses the number takes them away silently. */
  delivered(isHere: boolean): void {
    if (isHere === !this.#isTaken) return
    this.#isTaken = !isHere
    if (!isHere) this.#setState({ state: 'needsAction', reason: 'conflict' })
    else if (!this.#isRefused) this.#setState({ state: 'connected' })
  }

  #recovered(): void {
    this.#isRefused = false
    this.#setState(this.#isTaken ? { state: 'needsAction', reason: 'conflict' } : { state: 'connected' })
  }

  #failed(error: unknown): void {
    if (!ChannelError.is(error)) return
    if (tokenCodes.has(error.code)) this.#setState({ state: 'needsAction', reason: 'relogin' })
    else if (lockedCodes.has(error.code)) this.#setState({ state: 'failed', code: error.code, message: error.message })
    else return
    this.#isRefused = true
  }
}
