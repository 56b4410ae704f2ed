import { Curve, generateSignalPubKey, proto } from 'baileys'

type KeyPair = ReturnType<typeof Curve.generateKeyPair>

/**
 * The chain of certificates with which a server shows that it is WhatsApp's: a root that the client knows, an
 * intermediate key, and a leaf for the server's own key. Signatures are XEd25519, keys are 32 raw bytes.
 */
export class CertificateAuthority {
  readonly #root = Curve.generateKeyPair()
  readonly #intermediate = Curve.generateKeyPair()

  /** Key that a client has to know, in place of WhatsApp's own. */
  get rootKey(): Uint8Array {
    return this.#root.public
  }

  /** The encoded chain for the static key of a server. */
  chainFor(serverKey: Uint8Array): Uint8Array {
    const { Details } = proto.CertChain.NoiseCertificate
    const leaf = Details.encode({ serial: 1, issuerSerial: 1, key: serverKey }).finish()
    const intermediate = Details.encode({ serial: 1, issuerSerial: 0, key: this.#intermediate.public }).finish()
    return proto.CertChain.encode({
      leaf: { details: leaf, signature: signed(this.#intermediate, leaf) },
      intermediate: { details: intermediate, signature: signed(this.#root, intermediate) },
    }).finish()
  }
}

const signed = (by: KeyPair, bytes: Uint8Array): Uint8Array => Curve.sign(by.private, bytes)

/** The form in which Signal's protocol stores public keys, with its type before it. */
export const signalKey = (key: Uint8Array): Uint8Array => generateSignalPubKey(key)
