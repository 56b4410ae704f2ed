import { createHash, hkdfSync } from 'node:crypto'

/**
 * A 256-bit key for one purpose, derived from the installation's secret (HKDF-SHA256); purposes do not reveal each
 * other.
 */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'recado', purpose, 32))

/** A short public name of a key, to tell which one a stored value needs. */
export const keyId = (key: Buffer): string =>
  createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 12)
