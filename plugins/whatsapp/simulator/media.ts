import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { hkdf, MEDIA_HKDF_KEY_MAPPING } from 'baileys'

export type MediaType = 'image' | 'video' | 'audio' | 'document' | 'sticker' | 'md-msg-hist'
const macBytes = 10

/** Fields of a message that has a file: where it lies encrypted, and what opens it. */
export interface EncryptedMedia {
  readonly mediaKey: Uint8Array
  readonly fileSha256: Uint8Array
  readonly fileEncSha256: Uint8Array
  readonly fileLength: number
  readonly encrypted: Uint8Array
}

const keysOf = (mediaKey: Uint8Array, type: MediaType) => {
  const expanded = hkdf(Buffer.from(mediaKey), 112, { info: `WhatsApp ${MEDIA_HKDF_KEY_MAPPING[type]} Keys` })
  return { iv: expanded.subarray(0, 16), cipher: expanded.subarray(16, 48), mac: expanded.subarray(48, 80) }
}

const macOf = (keys: ReturnType<typeof keysOf>, sealed: Uint8Array): Buffer =>
  createHmac('sha256', keys.mac).update(keys.iv).update(sealed).digest().subarray(0, macBytes)

/** A file as a phone uploads it. */
export function encryptMedia(plain: Uint8Array, type: MediaType): EncryptedMedia {
  const mediaKey = randomBytes(32)
  const keys = keysOf(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  const encrypted = Buffer.concat([sealed, macOf(keys, sealed)])
  const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
  return {
    mediaKey,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(encrypted),
    fileLength: plain.length,
    encrypted,
  }
}

/** A file as a phone reads it. @throws where it was made with other keys or changed since */
export function decryptMedia(encrypted: Uint8Array, mediaKey: Uint8Array, type: MediaType): Uint8Array {
  const keys = keysOf(mediaKey, type)
  const sealed = encrypted.subarray(0, -macBytes)
  if (!macOf(keys, sealed).equals(encrypted.subarray(-macBytes))) throw new Error('the file was changed')
  const decipher = createDecipheriv('aes-256-cbc', keys.cipher, keys.iv)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}

/** A file of so many bytes as a phone uploads it, made in pieces; no more than one of them is in memory. */
export async function* encryptedPieces(
  begin: Uint8Array,
  length: number,
  mediaKey: Uint8Array,
  type: MediaType,
): AsyncGenerator<Uint8Array> {
  const keys = keysOf(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.iv)
  const mac = createHmac('sha256', keys.mac).update(keys.iv)
  const piece = Buffer.alloc(65_536, 'recado ')
  for (let at = 0; at < length;) {
    const plain = at === 0 ? begin : piece.subarray(0, Math.min(piece.length, length - at))
    at += plain.length
    const sealed = cipher.update(plain)
    mac.update(sealed)
    yield sealed
  }
  const last = cipher.final()
  yield last
  yield mac.update(last).digest().subarray(0, macBytes)
}
