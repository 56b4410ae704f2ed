import type { BinaryNode } from 'baileys'
import type { Line } from './line.ts'

const mostKept = 100_000

/**
 * A client that an account has linked. What it has not acknowledged is kept, and sent again when it comes back: a real
 * server does the same.
 */
export class LinkedDevice {
  readonly number: number
  readonly noiseKey: Uint8Array
  readonly identityKey: Uint8Array
  line: Line | undefined
  /** Stanzas that wait for an acknowledgement, by their id, oldest first. */
  readonly #kept = new Map<string, BinaryNode>()

  constructor(number: number, keys: { readonly noiseKey: Uint8Array; readonly identityKey: Uint8Array }) {
    this.number = number
    this.noiseKey = keys.noiseKey
    this.identityKey = keys.identityKey
  }

  get kept(): readonly BinaryNode[] {
    return [...this.#kept.values()]
  }

  /** Sends a stanza that the client has to acknowledge, now or when it is back. */
  deliver(node: BinaryNode): void {
    if (this.#kept.size >= mostKept) throw new Error('too much waits for this client')
    this.#kept.set(keptUnder(node), node)
    this.line?.send(node)
  }

  /** The client has taken this stanza. */
  acknowledge(id: string): void {
    this.#kept.delete(id)
  }

  /** Everything that waits, after a login. */
  resend(line: Line): void {
    for (const node of this.#kept.values()) line.send({ ...node, attrs: { ...node.attrs, offline: '0' } })
  }
}

const keptUnder = (node: BinaryNode): string => String(node.attrs['id'])
