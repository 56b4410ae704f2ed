import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  aesEncryptGCM,
  bytesToCrockford,
  Curve,
  getBinaryNodeChild,
  hkdf,
  proto,
  S_WHATSAPP_NET,
  type BinaryNode,
  type WASocket,
} from 'baileys'
import type { PasskeyAnswer } from './passkey-answer.ts'

/** The challenge that WhatsApp gives ends after so long, where it says no shorter time. */
const challengeMs = 10 * 60_000
/** The key with which a linking that had begun is proven to go on. */
const handoffMs = 5 * 60_000
/** WhatsApp has been seen not to answer at all after an accepted passkey. */
const continuationMs = 60_000
/** Kind of device in the proof: the browser that a linked device says it is. */
const deviceType = 1

/** What a person has to do next, and until when. */
export type PasskeyStep =
  | { readonly step: 'sign'; readonly options: string; readonly until: Date }
  | { readonly step: 'compare'; readonly code: string; readonly until: Date }
  | { readonly step: 'sent'; readonly until: Date }

/**
 * The ceremony with which WhatsApp has a linking confirmed by the account's passkey (reference: whatsmeow's
 * pair-passkey, since June 2026). The passkey is used in a browser on web.whatsapp.com, whose answer is brought here.
 * Nothing is sent half-built: the first error ends the ceremony.
 */
export class PasskeyCeremony {
  readonly #socket: WASocket
  readonly #show: (step: PasskeyStep) => void
  readonly #save: () => Promise<void>
  #handoff: { readonly key: Uint8Array; readonly until: number } | undefined
  #started:
    | {
        readonly keys: ReturnType<typeof Curve.generateKeyPair>
        readonly nonce: Buffer
        readonly ref: string
        readonly proven: boolean
      }
    | undefined
  #shared: Uint8Array | undefined

  constructor(socket: WASocket, show: (step: PasskeyStep) => void, save: () => Promise<void>) {
    this.#socket = socket
    this.#show = show
    this.#save = save
  }

  /** WhatsApp asks for the passkey. The codes shown so far are worth nothing: their secret is replaced. */
  async asked(notification: BinaryNode): Promise<void> {
    const options = textIn(getBinaryNodeChild(notification, 'passkey_request_options')) || (await this.#options())
    const { creds } = this.#socket.authState
    const secret = Buffer.from(creds.advSecretKey, 'base64')
    this.#handoff = {
      key: hkdf(secret, 32, { info: 'shortcake-passkey-handoff-v1' }),
      until: Date.now() + handoffMs,
    }
    creds.advSecretKey = randomBytes(32).toString('base64')
    await this.#save()
    this.#show({ step: 'sign', options, until: new Date(Date.now() + lifeOf(options)) })
  }

  /** Brings the browser's answer to WhatsApp. @throws where WhatsApp refuses it */
  async answer({ id, rawId, assertion }: PasskeyAnswer): Promise<void> {
    const ref = textIn(getBinaryNodeChild(await this.#query('get', { tag: 'ref', attrs: {} }), 'ref'))
    const keys = Curve.generateKeyPair()
    const nonce = randomBytes(32)
    const ident = proto.CompanionEphemeralIdentity.encode({ publicKey: keys.public, deviceType, ref }).finish()
    const payload = proto.ProloguePayload.encode({
      companionEphemeralIdentity: ident,
      commitment: { hash: sha256(ident, nonce) },
    }).finish()
    const proof =
      this.#handoff && this.#handoff.until > Date.now()
        ? createHmac('sha256', this.#handoff.key).update(payload).digest()
        : undefined
    await this.#query('set', {
      tag: 'passkey_prologue',
      attrs: {},
      content: [
        { tag: 'credential_id', attrs: {}, content: Buffer.from(rawId || id, 'base64url') },
        { tag: 'webauthn_assertion', attrs: {}, content: Buffer.from(assertion) },
        { tag: 'prologue_payload', attrs: {}, content: payload },
        ...(proof ? [{ tag: 'pairing_handoff_proof', attrs: {}, content: proof }] : []),
      ],
    })
    this.#started = { keys, nonce, ref, proven: proof !== undefined }
    this.#showSent()
  }

  /** The phone shows its side: the code is the same on both, and is compared where the linking is not proven. */
  async continued(notification: BinaryNode): Promise<void> {
    const started = this.#started
    if (!started) throw new Error('WhatsApp goes on with a ceremony that was not begun')
    const theirs = proto.PrimaryEphemeralIdentity.decode(
      bytesIn(getBinaryNodeChild(notification, 'primary_ephemeral_identity')),
    )
    if (theirs.publicKey?.length !== 32 || theirs.nonce?.length !== 32)
      throw new Error('the keys of the phone have not their length')
    await this.#query('set', { tag: 'companion_nonce', attrs: {}, content: started.nonce })
    this.#shared = hkdf(Curve.sharedKey(started.keys.private, theirs.publicKey), 32, {
      salt: Buffer.from(`Companion Pairing ${deviceType} with ref ${started.ref}`),
      info: 'Pairing Information Encryption Key',
    })
    const hash = sha256(started.nonce, theirs.publicKey)
    const code = bytesToCrockford(Buffer.from(theirs.nonce.subarray(0, 5).map((byte, index) => byte ^ hash[index]!)))
    this.#show({ step: 'compare', code, until: new Date(Date.now() + challengeMs) })
    if (started.proven) await this.confirm()
  }

  /** The codes are the same: the keys of this device go to the phone, and the ordinary linking follows. */
  async confirm(): Promise<void> {
    if (!this.#shared) throw new Error('there is no code to confirm')
    const { noiseKey, signedIdentityKey, advSecretKey } = this.#socket.authState.creds
    const request = proto.PairingRequest.encode({
      companionPublicKey: noiseKey.public,
      companionIdentityKey: signedIdentityKey.public,
      advSecret: Buffer.from(advSecretKey, 'base64'),
    }).finish()
    const iv = randomBytes(12)
    const sealed = proto.EncryptedPairingRequest.encode({
      encryptedPayload: aesEncryptGCM(request, this.#shared, iv, new Uint8Array(0)),
      iv,
    }).finish()
    await this.#query('set', { tag: 'encrypted_pairing_request', attrs: {}, content: sealed })
    this.#showSent()
  }

  #showSent(): void {
    this.#show({ step: 'sent', until: new Date(Date.now() + continuationMs) })
  }

  async #options(): Promise<string> {
    const answer = await this.#query('get', { tag: 'passkey_request_options', attrs: {} })
    const options = textIn(getBinaryNodeChild(answer, 'passkey_request_options'))
    if (options === '') throw new Error('WhatsApp asks for a passkey without saying which')
    return options
  }

  #query(type: 'get' | 'set', child: BinaryNode): Promise<BinaryNode> {
    return this.#socket.query({
      tag: 'iq',
      attrs: { to: S_WHATSAPP_NET, type, xmlns: 'md', id: randomUUID() },
      content: [child],
    })
  }
}

/** How long what WhatsApp asks may be answered. */
function lifeOf(options: string): number {
  try {
    const { timeout } = JSON.parse(options) as { timeout?: unknown }
    return typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, challengeMs) : challengeMs
  } catch {
    return challengeMs
  }
}

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytesIn = (node: BinaryNode | undefined): Uint8Array =>
  node?.content instanceof Uint8Array
    ? node.content
    : Buffer.from(typeof node?.content === 'string' ? node.content : '')
const textIn = (node: BinaryNode | undefined): string => Buffer.from(bytesIn(node)).toString()
