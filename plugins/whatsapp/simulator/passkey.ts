import { createHash, generateKeyPairSync, randomBytes, sign, verify, type KeyObject } from 'node:crypto'

const origin = 'https://web.whatsapp.com'
const relyingParty = 'whatsapp.com'
/** Somebody was there, and was recognised. */
const presentAndVerified = 5

/** A passkey of a WhatsApp account, with the browser on web.whatsapp.com that uses it. */
export class Passkey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  get publicKey(): KeyObject {
    return this.#pair.publicKey
  }

  /** The private key for a virtual authenticator: PKCS #8, base64. */
  get privateKey(): string {
    return this.#pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  }

  /**
   * What the browser answers to a request, as JSON.
   * @param options what WhatsApp asks, as JSON
   * @param page where the browser says that it was
   */
  answer(options: string, page = origin): string {
    const { challenge, rpId = relyingParty } = JSON.parse(options) as { challenge: string; rpId?: string }
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: page, crossOrigin: false }),
    )
    const data = Buffer.concat([sha256(rpId), Buffer.from([presentAndVerified, 0, 0, 0, 1])])
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#pair.privateKey)
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      },
    })
  }
}

/** Whether an answer is one of this key to this challenge, made on web.whatsapp.com. */
export function isSignedBy(key: KeyObject, challenge: string, answer: Uint8Array): boolean {
  const { response } = JSON.parse(Buffer.from(answer).toString()) as {
    response: { clientDataJSON: string; authenticatorData: string; signature: string }
  }
  const [clientData, data, signature] = [response.clientDataJSON, response.authenticatorData, response.signature].map(
    (text) => Buffer.from(text, 'base64url'),
  ) as [Buffer, Buffer, Buffer]
  const said = JSON.parse(clientData.toString()) as { challenge?: string; origin?: string }
  return (
    said.challenge === challenge &&
    said.origin === origin &&
    data.subarray(0, 32).equals(sha256(relyingParty)) &&
    verify('sha256', Buffer.concat([data, sha256(clientData)]), key, signature)
  )
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()
