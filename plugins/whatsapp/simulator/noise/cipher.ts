import { aesDecryptGCM, aesEncryptGCM } from 'baileys'

const nothing = new Uint8Array(0)

/** AES-256-GCM with a counter in place of a nonce: one direction of a line, or one key of the handshake. */
export class CountingCipher {
  readonly #key: Uint8Array
  #counter = 0
  constructor(key: Uint8Array) {
    this.#key = key
  }

  encrypt(plain: Uint8Array, associated: Uint8Array = nothing): Uint8Array {
    return aesEncryptGCM(plain, this.#key, this.#nonce(), associated)
  }

  /** @throws where the bytes were not made with this key at this count */
  decrypt(sealed: Uint8Array, associated: Uint8Array = nothing): Uint8Array {
    return aesDecryptGCM(sealed, this.#key, this.#nonce(), associated)
  }

  #nonce(): Uint8Array {
    const nonce = new Uint8Array(12)
    new DataView(nonce.buffer).setUint32(8, this.#counter++)
    return nonce
  }
}
