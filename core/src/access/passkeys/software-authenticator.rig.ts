import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/* A passkey in software: makes real P-256 keys and signatures, and forges any field of what it answers. */

export const flags = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const
const honest = flags.userPresent | flags.userVerified

/** Values that an authenticator could forge. Absent ones are answered honestly. */
export interface Forgery {
  readonly challenge?: string
  readonly origin?: string
  /** The page is in a frame of another site. */
  readonly crossOrigin?: unknown
  /** The site of the outermost page. */
  readonly topOrigin?: unknown
  readonly rpId?: string
  readonly type?: string
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string | null
  readonly id?: string
  /** Signs with the key of another credential. */
  readonly signer?: SoftwarePasskey
  /** Changes the signature after it was made. */
  readonly spoil?: boolean
}

export interface SoftwarePasskey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly userHandle: string
  counter: number
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id?: string }
  readonly user: { readonly id: string }
}
interface RequestOptions {
  readonly challenge: string
  readonly rpId?: string
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

export class SoftwareAuthenticator {
  readonly #origin: string
  /** `counts`: raises its counter with every use; keys that are synced between devices stay at zero. */
  readonly #counts: boolean
  constructor(origin: string, counts = true) {
    this.#origin = origin
    this.#counts = counts
  }

  create(
    { challenge, rp, user }: CreationOptions,
    forged: Forgery = {},
  ): { passkey: SoftwarePasskey; response: object } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const passkey: SoftwarePasskey = {
      id: forged.id ?? base64url(randomBytes(32)),
      privateKey,
      publicKey,
      userHandle: user.id,
      counter: forged.counter ?? 0,
    }
    const { x, y } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
    const id = Buffer.from(passkey.id, 'base64url')
    const authData = Buffer.concat([
      this.#header(forged, rp.id!, passkey.counter, flags.attested),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      cose,
    ])
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    )
    return {
      passkey,
      response: {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: this.#clientData(forged, 'webauthn.create', challenge),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      },
    }
  }

  get(passkey: SoftwarePasskey, { challenge, rpId }: RequestOptions, forged: Forgery = {}): object {
    if (this.#counts) passkey.counter += 1
    const authData = this.#header(forged, rpId!, passkey.counter, 0)
    const clientDataJSON = this.#clientData(forged, 'webauthn.get', challenge)
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      (forged.signer ?? passkey).privateKey,
    )
    if (forged.spoil) signature[signature.length - 1]! ^= 1
    const id = forged.id ?? passkey.id
    const userHandle = forged.userHandle === undefined ? passkey.userHandle : forged.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  #header(forged: Forgery, rpId: string, counter: number, more: number): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8((forged.flags ?? honest) | more, 0)
    head.writeUInt32BE(forged.counter ?? counter, 1)
    return Buffer.concat([sha256(forged.rpId ?? rpId), head])
  }

  #clientData(forged: Forgery, type: string, challenge: string): string {
    const asked = {
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? this.#origin,
    }
    return base64url(
      JSON.stringify({ ...asked, crossOrigin: forged.crossOrigin ?? false, topOrigin: forged.topOrigin }),
    )
  }
}
