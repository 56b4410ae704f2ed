import { createHash, createPublicKey, verify } from 'node:crypto'
import { PluginPackageSignature } from '@recado/contracts'

/** Raw sizes of Ed25519, in bytes. */
const keyBytes = 32
const signatureBytes = 64

/** Signer of a manifest: none, one whose signature does not fit, or the holder of a key. */
export type Seal =
  | { readonly kind: 'none' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'signed'; readonly publicKey: string; readonly fingerprint: string }

/** Checks the signature file of a packed plugin against the exact bytes of its manifest. Pure; never throws. */
export function readSeal(manifest: Uint8Array, signatureFile: Uint8Array | undefined): Seal {
  if (signatureFile === undefined) return { kind: 'none' }
  const parsed = PluginPackageSignature.safeParse(parseJson(signatureFile))
  if (!parsed.success) return { kind: 'broken' }
  const key = rawKey(parsed.data.publicKey)
  const signature = Buffer.from(parsed.data.signature, 'base64')
  if (!key || signature.length !== signatureBytes || !isSignedBy(key, manifest, signature)) return { kind: 'broken' }
  return { kind: 'signed', publicKey: key.toString('base64'), fingerprint: fingerprintOf(key) }
}

/** The 32 bytes of a public key given in base64; undefined when it is none. */
export function rawKey(base64: string): Buffer | undefined {
  const key = Buffer.from(base64, 'base64')
  return key.length === keyBytes ? key : undefined
}

/** SHA-256 of the raw public key in hex, for comparison by people. */
export const fingerprintOf = (rawPublicKey: Uint8Array): string =>
  createHash('sha256').update(rawPublicKey).digest('hex')

function isSignedBy(key: Buffer, message: Uint8Array, signature: Buffer): boolean {
  try {
    return verify(
      null,
      message,
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' }),
      signature,
    )
  } catch {
    // Thirty-two bytes that are no point of the curve.
    return false
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
