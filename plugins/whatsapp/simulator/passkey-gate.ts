import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'
import { aesDecryptGCM, bytesToCrockford, Curve, hkdf, proto, type BinaryNode } from 'baileys'
import { server } from './jid.ts'
import { isSignedBy } from './passkey.ts'
import { bytesIn, child, errorOf, newId, node, resultOf, seconds } from './stanzas.ts'

/** What a client sends back in the course of the ceremony, and what the phone shows. */
export interface GateListener {
  send(stanza: BinaryNode): void
  /** The code that the phone shows, to be compared. */
  shows(code: string): void
  /** The client has proven itself: it is linked with the secret that it gave. */
  passed(secret: Uint8Array): void
}

const deviceType = 1

/**
 * WhatsApp's side of the linking by passkey, with the phone's: it asks for an assertion, exchanges keys with the client
 * over a commitment, and takes the client's new secret. The assertion is checked as WhatsApp does where the account's
 * passkey is known; otherwise its form alone is looked at.
 */
export class PasskeyGate {
  readonly #listener: GateListener
  /** The secret of the code that the phone has scanned. */
  readonly #scanned: Uint8Array
  readonly #ref = Buffer.from(randomBytes(24).toString('base64'))
  readonly #keys = Curve.generateKeyPair()
  readonly #nonce = randomBytes(32)
  #companion:
    | { readonly publicKey: Uint8Array; readonly ident: Uint8Array; readonly commitment: Uint8Array }
    | undefined
  #shared: Uint8Array | undefined
  /** True where the client has proven that it showed the scanned code. */
  isProven = false
  /** WhatsApp has been seen to fall silent after an accepted assertion. */
  goesOn = true
  challengeMs = 600_000
  passkey: KeyObject | undefined
  readonly #challenge = randomBytes(32).toString('base64url')

  constructor(scanned: Uint8Array, listener: GateListener) {
    this.#scanned = scanned
    this.#listener = listener
  }

  ask(): void {
    const options = {
      challenge: this.#challenge,
      timeout: this.challengeMs,
      rpId: 'whatsapp.com',
      allowCredentials: [],
      userVerification: 'required',
      extensions: { uvm: true },
    }
    this.#listener.send(
      node('notification', { from: server, type: 'passkey_prologue_request', id: newId(), t: seconds() }, [
        node('passkey_request_options', {}, Buffer.from(JSON.stringify(options))),
      ]),
    )
  }

  /** Answers a query of the ceremony; undefined for any other. */
  answer(query: BinaryNode): BinaryNode | undefined {
    const prologue = child(query, 'passkey_prologue')
    if (child(query, 'ref')) return resultOf(query, [node('ref', {}, this.#ref)])
    if (prologue) return this.#prologue(query, prologue)
    const nonce = child(query, 'companion_nonce')
    if (nonce) return this.#exchange(query, bytesIn(nonce))
    const request = child(query, 'encrypted_pairing_request')
    return request ? this.#link(query, bytesIn(request)) : undefined
  }

  #prologue(query: BinaryNode, prologue: BinaryNode): BinaryNode {
    const payload = bytesIn(child(prologue, 'prologue_payload'))
    const proof = child(prologue, 'pairing_handoff_proof')
    const { companionEphemeralIdentity: ident, commitment } = proto.ProloguePayload.decode(payload)
    const assertion = bytesIn(child(prologue, 'webauthn_assertion'))
    if (!isAssertion(assertion) || !ident || !commitment?.hash) return errorOf(query, 400, 'bad-request')
    if (this.passkey && !isSignedBy(this.passkey, this.#challenge, assertion))
      return errorOf(query, 401, 'not-authorized')
    const { publicKey, ref } = proto.CompanionEphemeralIdentity.decode(ident)
    if (publicKey?.length !== 32 || ref !== this.#ref.toString()) return errorOf(query, 400, 'bad-request')
    if (proof) {
      const key = hkdf(Buffer.from(this.#scanned), 32, { info: 'shortcake-passkey-handoff-v1' })
      if (!createHmac('sha256', key).update(payload).digest().equals(bytesIn(proof)))
        return errorOf(query, 401, 'not-authorized')
      this.isProven = true
    }
    this.#companion = { publicKey, ident, commitment: commitment.hash }
    if (this.goesOn)
      this.#listener.send(
        node('notification', { from: server, type: 'crsc_continuation', id: newId(), t: seconds() }, [
          node(
            'primary_ephemeral_identity',
            {},
            proto.PrimaryEphemeralIdentity.encode({ publicKey: this.#keys.public, nonce: this.#nonce }).finish(),
          ),
        ]),
      )
    return resultOf(query)
  }

  #exchange(query: BinaryNode, nonce: Uint8Array): BinaryNode {
    const companion = this.#companion
    if (!companion || !sha256(companion.ident, nonce).equals(companion.commitment))
      return errorOf(query, 401, 'not-authorized')
    this.#shared = hkdf(Curve.sharedKey(this.#keys.private, companion.publicKey), 32, {
      salt: Buffer.from(`Companion Pairing ${deviceType} with ref ${this.#ref.toString()}`),
      info: 'Pairing Information Encryption Key',
    })
    const hash = sha256(nonce, this.#keys.public)
    this.#listener.shows(bytesToCrockford(Buffer.from(this.#nonce.subarray(0, 5).map((byte, at) => byte ^ hash[at]!))))
    return resultOf(query)
  }

  #link(query: BinaryNode, bytes: Uint8Array): BinaryNode {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(bytes)
    if (!this.#shared || !encryptedPayload || !iv) return errorOf(query, 401, 'not-authorized')
    const { advSecret } = proto.PairingRequest.decode(
      aesDecryptGCM(encryptedPayload, this.#shared, iv, new Uint8Array(0)),
    )
    if (advSecret?.length !== 32) return errorOf(query, 400, 'bad-request')
    this.#listener.passed(advSecret)
    return resultOf(query)
  }
}

function isAssertion(bytes: Uint8Array): boolean {
  try {
    const { id, response } = JSON.parse(Buffer.from(bytes).toString()) as {
      id?: unknown
      response?: { signature?: unknown }
    }
    return typeof id === 'string' && typeof response?.signature === 'string'
  } catch {
    return false
  }
}

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
