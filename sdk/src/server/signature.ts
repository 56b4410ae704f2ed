import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Compares secrets without telling by its duration where they differ. An empty secret equals nothing, not even itself.
 */
export function sameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(given as string), Buffer.from(expected as string)]
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether `signature` is the HMAC of the raw bytes. Anything missing, malformed or signed with an empty secret is
 * false; it never throws, so that `verify` of a webhook can answer with it directly.
 */
export function verifyHmac(
  rawBody: Uint8Array,
  signature: string | null | undefined,
  secret: string | undefined,
  options: { algorithm?: 'sha256' | 'sha1' | 'sha512'; encoding?: 'hex' | 'base64' } = {},
): boolean {
  if (!signature || !secret) return false
  const { algorithm = 'sha256', encoding = 'hex' } = options
  const expected = createHmac(algorithm, secret).update(rawBody).digest(encoding)
  return sameSecret(encoding === 'hex' ? signature.toLowerCase() : signature, expected)
}
