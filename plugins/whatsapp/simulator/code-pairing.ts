import { randomBytes } from 'node:crypto'
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type BinaryNode,
} from 'baileys'
import type { Account } from './account.ts'
import { server, userOf } from './jid.ts'
import { attribute, bytesIn, child, errorOf, newId, node, resultOf, seconds } from './stanzas.ts'

const saltLength = 32
const ivLength = 16

/**
 * The linking by a code that is typed on the phone: WhatsApp's side, which carries keys between client and phone, and
 * the phone's, which proves by the code that it speaks with the client that shows it.
 */
export class CodePairing {
  readonly #send: (stanza: BinaryNode) => void
  readonly #passed: (account: Account, secret: Uint8Array) => void
  readonly #ref = randomBytes(24)
  readonly #ephemeral = Curve.generateKeyPair()
  #asked: { readonly number: string; readonly wrapped: Uint8Array } | undefined
  #typed: { readonly account: Account; readonly companionKey: Uint8Array } | undefined

  constructor(send: (stanza: BinaryNode) => void, passed: (account: Account, secret: Uint8Array) => void) {
    this.#send = send
    this.#passed = passed
  }

  /** The number whose phone asks for a code. */
  get number(): string | undefined {
    return this.#asked?.number
  }

  /** Answers a step of the linking; false for any other query. */
  answer(query: BinaryNode, knows: (number: string) => boolean): boolean {
    const step = child(query, 'link_code_companion_reg')
    if (!step) return false
    if (attribute(step, 'stage') === 'companion_hello') this.#send(this.#hello(query, step, knows))
    else this.#finish(query, step)
    return true
  }

  #hello(query: BinaryNode, step: BinaryNode, knows: (number: string) => boolean): BinaryNode {
    const number = userOf(attribute(step, 'jid'))
    if (!knows(number)) return errorOf(query, 400, 'bad-request')
    this.#asked = { number, wrapped: bytesIn(child(step, 'link_code_pairing_wrapped_companion_ephemeral_pub')) }
    return resultOf(query, [
      node('link_code_companion_reg', { stage: 'companion_hello' }, [node('link_code_pairing_ref', {}, this.#ref)]),
    ])
  }

  /** Somebody types a code on the phone. */
  async type(account: Account, code: string): Promise<void> {
    if (!this.#asked) throw new Error('no client has asked for a code')
    const companionKey = await unwrapped(this.#asked.wrapped, code)
    this.#typed = { account, companionKey }
    this.#send(
      node('notification', { from: server, type: 'link_code_companion_reg', id: newId(), t: seconds() }, [
        node('link_code_companion_reg', { stage: 'primary_hello' }, [
          node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, await wrapped(this.#ephemeral.public, code)),
          node('primary_identity_pub', {}, account.identityKey),
          node('link_code_pairing_ref', {}, this.#ref),
        ]),
      ]),
    )
  }

  #finish(query: BinaryNode, step: BinaryNode): void {
    const bundle = Buffer.from(bytesIn(child(step, 'link_code_pairing_wrapped_key_bundle')))
    if (!this.#typed || !this.#ref.equals(bytesIn(child(step, 'link_code_pairing_ref'))))
      return this.#send(errorOf(query, 400, 'bad-request'))
    const { account, companionKey } = this.#typed
    const shared = Curve.sharedKey(this.#ephemeral.private, companionKey)
    const key = hkdf(shared, 32, {
      salt: bundle.subarray(0, saltLength),
      info: 'link_code_pairing_key_bundle_encryption_key',
    })
    let opened: Buffer
    try {
      const nonce = bundle.subarray(saltLength, saltLength + 12)
      opened = aesDecryptGCM(bundle.subarray(saltLength + 12), key, nonce, new Uint8Array(0))
    } catch {
      // Another code was typed than the client shows.
      return this.#send(errorOf(query, 401, 'not-authorized'))
    }
    const [companion, primary, random] = [opened.subarray(0, 32), opened.subarray(32, 64), opened.subarray(64)]
    if (!primary.equals(account.identityKey) || random.length !== 32)
      return this.#send(errorOf(query, 400, 'bad-request'))
    const secret = hkdf(Buffer.concat([shared, account.sharedWith(companion), random]), 32, { info: 'adv_secret' })
    this.#send(resultOf(query))
    this.#passed(account, secret)
  }
}

async function wrapped(key: Uint8Array, code: string): Promise<Buffer> {
  const salt = randomBytes(saltLength)
  const iv = randomBytes(ivLength)
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)])
}

async function unwrapped(bytes: Uint8Array, code: string): Promise<Uint8Array> {
  const key = await derivePairingCodeKey(code, Buffer.from(bytes.subarray(0, saltLength)))
  const iv = bytes.subarray(saltLength, saltLength + ivLength)
  return aesDecryptCTR(bytes.subarray(saltLength + ivLength), key, iv)
}
