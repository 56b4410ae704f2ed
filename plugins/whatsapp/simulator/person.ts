import { randomInt } from 'node:crypto'
import { lidJid, phoneJid } from './jid.ts'
import { SignalPeer } from './signal-peer.ts'

/** Somebody on WhatsApp: a customer, a member of a group. */
export class Person {
  /** Phone number, digits with country code. */
  readonly number: string
  /** The id that does not tell the number. */
  readonly lid: string
  name: string
  picture: Uint8Array | undefined
  #signal: SignalPeer | undefined

  constructor(name: string, number: string) {
    this.name = name
    this.number = number
    this.lid = String(randomInt(10 ** 13, 10 ** 14))
  }

  /** Their keys, made when somebody first wants them: that takes long for a thousand people. */
  get signal(): SignalPeer {
    return (this.#signal ??= new SignalPeer())
  }

  get jid(): string {
    return phoneJid(this.number)
  }
  get lidJid(): string {
    return lidJid(this.lid)
  }
}
