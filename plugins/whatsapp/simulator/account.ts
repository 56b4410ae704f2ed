import { randomBytes, randomInt, type KeyObject } from 'node:crypto'
import { Curve, hmacSign, proto, type BinaryNode } from 'baileys'
import { lidJid, phoneJid } from './jid.ts'
import type { LinkedDevice } from './linked-device.ts'
import { SignalPeer } from './signal-peer.ts'

const accountPrefix = Buffer.from([6, 0])
const devicePrefix = Buffer.from([6, 1])

/** What a QR code says: `https://wa.me/settings/linked_devices#ref,noise key,identity key,secret,platform`. */
export interface ScannedCode {
  readonly ref: string
  readonly noiseKey: Uint8Array
  readonly identityKey: Uint8Array
  readonly secret: Uint8Array
}

/** @throws for what is no code of a client that wants to be linked */
export function readCode(text: string): ScannedCode {
  const [ref = '', noise = '', identity = '', secret = ''] = text.slice(text.indexOf('#') + 1).split(',')
  const bytes = (part: string): Uint8Array => {
    const read = Buffer.from(part, 'base64')
    if (read.length !== 32) throw new Error('this is no code of WhatsApp')
    return read
  }
  return { ref, noiseKey: bytes(noise), identityKey: bytes(identity), secret: bytes(secret) }
}

/** A question for messages of a chat from before a time, in milliseconds. */
export interface OlderQuestion {
  readonly chat: string
  readonly before: number
  readonly count: number
}

/** A WhatsApp account with its phone, which links clients and signs for them. */
export class Account {
  /** Phone number, digits with country code. */
  readonly number: string
  readonly name: string
  readonly lid = String(randomInt(10 ** 13, 10 ** 14))
  readonly devices = new Map<number, LinkedDevice>()
  /** WhatsApp has clients of this account confirmed by its passkey. */
  asksForPasskey = false
  /** Whether WhatsApp goes on after the passkey; it has been seen not to. */
  goesOnAfterPasskey = true
  /** What the phone offers of older messages lies nowhere. */
  losesOlder = false
  /** Asked when a client of this account logs in, which waits until this has resolved. */
  admits: (() => Promise<void>) | undefined
  /** How long WhatsApp lets its question for the passkey be answered. */
  passkeyMs = 600_000
  /** Key of the account's passkey; without it, answers are looked at in form alone. */
  passkey: KeyObject | undefined
  /** The code that the phone shows, to be compared with that of the client. */
  shownCode: string | undefined
  /** What the phone hands over to a client that it has linked, in pieces. */
  past: readonly proto.IHistorySync[] = []
  /** What the phone answers when a client asks for older messages; without it, it says nothing. */
  older: ((asked: OlderQuestion) => proto.IHistorySync) | undefined
  readonly #keys = Curve.generateKeyPair()
  /** The phone itself, to which a client sends a copy of what it says. */
  readonly phone = new SignalPeer(this.#keys)
  #linked = 0

  constructor(number: string, name: string) {
    this.number = number
    this.name = name
  }

  get jid(): string {
    return phoneJid(this.number)
  }
  get lidJid(): string {
    return lidJid(this.lid)
  }

  /** Public key of the account, by which its clients know it. */
  get identityKey(): Uint8Array {
    return this.#keys.public
  }

  /** What the account and the holder of another key know together. */
  sharedWith(key: Uint8Array): Uint8Array {
    return Curve.sharedKey(this.#keys.private, key)
  }

  nextDevice(): number {
    return ++this.#linked
  }

  /** The stanza with which the server tells a client that this account has linked it as `device`. */
  pairSuccess(device: number, identityKey: Uint8Array, secret: Uint8Array): BinaryNode {
    const details = proto.ADVDeviceIdentity.encode({
      rawId: randomInt(2 ** 31),
      timestamp: Math.floor(Date.now() / 1_000),
      keyIndex: device,
      accountType: 0,
      deviceType: 0,
    }).finish()
    const signature = Curve.sign(this.#keys.private, Buffer.concat([accountPrefix, details, identityKey]))
    const signed = proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: this.#keys.public,
      accountSignature: signature,
    }).finish()
    const box = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmacSign(signed, secret) }).finish()
    return {
      tag: 'iq',
      attrs: {
        from: 's.whatsapp.net',
        type: 'set',
        id: randomBytes(6).toString('hex'),
        xmlns: 'md',
        t: String(Math.floor(Date.now() / 1_000)),
      },
      content: [
        {
          tag: 'pair-success',
          attrs: {},
          content: [
            { tag: 'device-identity', attrs: {}, content: box },
            { tag: 'platform', attrs: { name: 'android' } },
            { tag: 'device', attrs: { jid: phoneJid(this.number, device), lid: lidJid(this.lid, device) } },
          ],
        },
      ],
    }
  }

  /** Whether a client's answer to {@link pairSuccess} is signed by the key that it showed. */
  isSignedBy(identityKey: Uint8Array, answer: Uint8Array): boolean {
    const { details, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer)
    if (!details || !deviceSignature) return false
    return Curve.verify(
      identityKey,
      Buffer.concat([devicePrefix, details, identityKey, this.#keys.public]),
      deviceSignature,
    )
  }
}
