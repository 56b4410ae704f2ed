import { createHash } from 'node:crypto'
import { Curve, hkdf, NOISE_MODE, NOISE_WA_HEADER, proto } from 'baileys'
import type { CertificateAuthority } from './certificate.ts'
import { CountingCipher } from './cipher.ts'

/** The ciphers of a line after its handshake, and what the client said in it. */
export interface Established {
  readonly incoming: CountingCipher
  readonly outgoing: CountingCipher
  /** The client's static key: the one of its registration, or another client. */
  readonly clientKey: Uint8Array
  readonly payload: proto.IClientPayload
}

/** The server's side of Noise_XX_25519_AESGCM_SHA256, for one line. */
export class ServerHandshake {
  readonly #authority: CertificateAuthority
  readonly #ephemeral = Curve.generateKeyPair()
  readonly #static = Curve.generateKeyPair()
  #hash: Uint8Array
  #salt: Uint8Array
  #cipher: CountingCipher

  constructor(authority: CertificateAuthority) {
    this.#authority = authority
    this.#hash = Buffer.from(NOISE_MODE)
    this.#salt = this.#hash
    this.#cipher = new CountingCipher(this.#hash)
    this.#authenticate(NOISE_WA_HEADER)
  }

  /** Answers the first frame of a client. @throws for anything but a hello */
  hello(frame: Uint8Array): Uint8Array {
    const theirs = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral
    if (theirs?.length !== 32) throw new Error('the hello has no ephemeral key')
    this.#authenticate(theirs)
    this.#authenticate(this.#ephemeral.public)
    this.#mix(Curve.sharedKey(this.#ephemeral.private, theirs))
    const sealedStatic = this.#encrypt(this.#static.public)
    this.#mix(Curve.sharedKey(this.#static.private, theirs))
    const payload = this.#encrypt(this.#authority.chainFor(this.#static.public))
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.#ephemeral.public, static: sealedStatic, payload },
    }).finish()
  }

  /** Takes the second frame of a client. @throws where it was not made for this handshake */
  finish(frame: Uint8Array): Established {
    const { clientFinish } = proto.HandshakeMessage.decode(frame)
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('the handshake is not finished')
    const clientKey = this.#decrypt(clientFinish.static)
    this.#mix(Curve.sharedKey(this.#ephemeral.private, clientKey))
    const payload = proto.ClientPayload.decode(this.#decrypt(clientFinish.payload))
    const [incoming, outgoing] = this.#derive(new Uint8Array(0))
    return { incoming: new CountingCipher(incoming), outgoing: new CountingCipher(outgoing), clientKey, payload }
  }

  #authenticate(bytes: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(bytes).digest()
  }

  #derive(secret: Uint8Array): readonly [Uint8Array, Uint8Array] {
    const keys = hkdf(Buffer.from(secret), 64, { salt: Buffer.from(this.#salt), info: '' })
    return [keys.subarray(0, 32), keys.subarray(32)]
  }

  #mix(secret: Uint8Array): void {
    const [salt, key] = this.#derive(secret)
    this.#salt = salt
    this.#cipher = new CountingCipher(key)
  }

  #encrypt(plain: Uint8Array): Uint8Array {
    const sealed = this.#cipher.encrypt(plain, this.#hash)
    this.#authenticate(sealed)
    return sealed
  }

  #decrypt(sealed: Uint8Array): Uint8Array {
    const plain = this.#cipher.decrypt(sealed, this.#hash)
    this.#authenticate(sealed)
    return plain
  }
}
