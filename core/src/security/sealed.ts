import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16

/** A ciphertext that does not open: another key, another place, or changed bytes. Which of them is not said. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** 32 bytes. One that is used again and again is a KeyObject: Node prepares raw bytes anew for each use. */
type Key = Buffer | KeyObject

/**
 * AES-256-GCM with a random 96-bit nonce: `version ‖ nonce ‖ tag ‖ ciphertext`. `place` is bound in as additional data;
 * its parts are encoded without ambiguity, so that ("ab", "c") is not ("a", "bc").
 */
export function seal(key: Key, plain: Uint8Array, place: readonly string[]): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(additional(place))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext])
}

export function unseal(key: Key, sealed: Uint8Array, place: readonly string[]): Buffer {
  const bytes = Buffer.from(sealed)
  try {
    if (bytes[0] !== version) throw new Error('unknown version')
    const nonce = bytes.subarray(1, 1 + nonceBytes)
    const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      .setAAD(additional(place))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
  } catch (cause) {
    throw new SealError('a stored secret cannot be opened', { cause })
  }
}

const additional = (place: readonly string[]): Buffer => Buffer.from(JSON.stringify([version, ...place]))
