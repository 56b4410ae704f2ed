import { createHmac, generateKeyPairSync } from 'node:crypto'
import { derivedKey } from '../../security/keys.ts'
import type { LoginIdentifier } from '../../credentials/login-identifier.ts'
import type { StoredCredential } from './assertion.ts'

/** Lengths of the ids that common authenticators give, in bytes. */
const idLengths = [16, 20, 32] as const

/**
 * Credentials of accounts that have none or do not exist, so that a request for them reveals nothing (reading 22): the
 * same on every request and every node, without being stored.
 */
export class DecoyCredentials {
  readonly #key: Buffer
  #publicKey: Promise<Uint8Array<ArrayBuffer>> | undefined

  /** `secret`: the installation's. */
  constructor(secret: string) {
    this.#key = derivedKey(secret, 'decoy passkeys v1')
  }

  /** Credential id in the form of the options. */
  idFor(identifier: LoginIdentifier, rpId: string): { id: string; transports: string[] } {
    const digest = createHmac('sha512', this.#key)
      .update(JSON.stringify([identifier.email, identifier.phone, rpId]))
      .digest()
    return {
      id: digest.subarray(1, 1 + idLengths[digest[0]! % idLengths.length]!).toString('base64url'),
      transports: ['hybrid', 'internal'],
    }
  }

  /** Credential for checking an answer when there is none: its private key does not exist, and the work is the same. */
  async credential(id: string): Promise<StoredCredential> {
    return { id, publicKey: await (this.#publicKey ??= unusableKey()), counter: 0 }
  }
}

/** A COSE key whose private half was never kept. */
async function unusableKey(): Promise<Uint8Array<ArrayBuffer>> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers')
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  ) as Uint8Array<ArrayBuffer>
}
