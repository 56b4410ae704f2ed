import { createHash, randomBytes } from 'node:crypto'
import { parse, validate } from 'uuid'

const idBytes = 16
const secretBytes = 32

/** A token as it was read: the company that it names, and the hash by which its row is found. */
export interface ReadToken {
  readonly tenantId: string
  readonly hash: Buffer
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * A new token of an invitation: 16 bytes that name the company and 256 bits of chance, as 64 characters of base64url.
 * The database keeps its hash alone.
 */
export function newInvitationToken(tenantId: string): { token: string; hash: Buffer } {
  const token = Buffer.concat([parse(tenantId), randomBytes(secretBytes)]).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Undefined for a text that no token looks like. */
export function readInvitationToken(token: string): ReadToken | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return undefined
  const tenantId = companyIn(bytes)
  return tenantId === undefined ? undefined : { tenantId, hash: hashOf(token) }
}

/** The id that a token begins with. */
function companyIn(bytes: Buffer): string | undefined {
  const hex = bytes.toString('hex', 0, idBytes)
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return validate(id) ? id : undefined
}
