import { setTimeout as pause } from 'node:timers/promises'
import {
  buildPairingQRData,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type BinaryNode,
  type WASocket,
} from 'baileys'

/** How long the codes of one connection live, as WhatsApp Web lets them. */
const firstMs = 60_000
const laterMs = 20_000

/** Within this time WhatsApp has refused a code to be typed, or it holds. */
const refusesWithinMs = 10_000

/**
 * A code to be scanned, one to be typed where somebody has asked for it, and when the latter, else the former, ends.
 */
export interface ShownCode {
  readonly text: string
  readonly typed?: string
  /** WhatsApp has refused to give a code to be typed. */
  readonly isRefused?: true
  readonly until: Date
}

/**
 * Shows the codes of a client that is not linked yet, in place of Baileys: a code holds a secret that may have to be
 * replaced while it is shown, and nothing is drawn while WhatsApp waits for a passkey.
 */
export class PairingCodes {
  readonly #socket: WASocket
  readonly #browser: [string, string, string]
  readonly #show: (code: ShownCode) => void
  readonly #stop = new AbortController()
  #refs: string[] = []
  #until = new Date(0)
  /** When the last code ends, and a code to be typed with it. */
  #ends = new Date(0)
  #typed: string | undefined
  #isRefused = false

  constructor(socket: WASocket, browser: [string, string, string], show: (code: ShownCode) => void) {
    this.#socket = socket
    this.#browser = browser
    this.#show = show
  }

  /** Resolves to false when all codes have passed without being scanned, to true when they were stopped. */
  listen(): Promise<boolean> {
    const { ws } = this.#socket
    ws.removeAllListeners('CB:iq,type:set,pair-device')
    return new Promise((resolve, reject) => {
      ws.on('CB:iq,type:set,pair-device', (stanza: BinaryNode) => {
        this.#offered(stanza).then(resolve, reject)
      })
      this.#stop.signal.addEventListener('abort', () => resolve(true))
    })
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Draws the code of now again, with the secret as it is now. */
  redraw(): void {
    const [ref] = this.#refs
    if (ref !== undefined && !this.#stop.signal.aborted) this.#draw(ref)
  }

  /**
   * Asks for a code that is typed on the phone of this number. WhatsApp tells a refusal apart from the request, which
   * always succeeds (issue 2560 of Baileys).
   */
  async typedBy(number: string): Promise<void> {
    if (this.#stop.signal.aborted || this.#refs.length === 0) return
    const { ws } = this.#socket
    const refused = (): void => {
      this.#isRefused = true
      this.redraw()
    }
    ws.on('CB:iq,type:error', refused)
    void pause(refusesWithinMs, undefined, { signal: this.#stop.signal, ref: false })
      .catch(() => undefined)
      .then(() => ws.off('CB:iq,type:error', refused))
    this.#isRefused = false
    this.#typed = await this.#socket.requestPairingCode(number)
    if (!this.#isRefused) this.redraw()
  }

  async #offered(stanza: BinaryNode): Promise<boolean> {
    await this.#socket.sendNode({ tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'result', id: stanza.attrs['id']! } })
    this.#refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref').map(({ content }) =>
      Buffer.from(content as Uint8Array).toString(),
    )
    let lives = firstMs
    this.#ends = new Date(Date.now() + firstMs + laterMs * (this.#refs.length - 1))
    for (const ref of [...this.#refs]) {
      this.#until = new Date(Date.now() + lives)
      this.#draw(ref)
      try {
        await pause(lives, undefined, { signal: this.#stop.signal, ref: false })
      } catch {
        return true
      }
      this.#refs.shift()
      lives = laterMs
    }
    return false
  }

  #draw(ref: string): void {
    const { noiseKey, signedIdentityKey, advSecretKey } = this.#socket.authState.creds
    const text = buildPairingQRData(
      ref,
      Buffer.from(noiseKey.public).toString('base64'),
      Buffer.from(signedIdentityKey.public).toString('base64'),
      advSecretKey,
      this.#browser,
    )
    const typed = this.#isRefused ? undefined : this.#typed
    this.#show({
      text,
      until: typed === undefined ? this.#until : this.#ends,
      ...(typed !== undefined && { typed }),
      ...(this.#isRefused && { isRefused: true }),
    })
  }
}
