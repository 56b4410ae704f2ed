import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ChannelError } from '@recado/sdk'
import type { WASocket } from 'baileys'
import { fileKeys, macBytes } from './keys.ts'
import type { SentFileType } from './reference.ts'

/** Reads a file from its start, as often as it is called. */
export type OpenFile = () => Promise<AsyncIterable<Uint8Array>>

/** The fields of a message that let others fetch and open a file. */
export interface UploadedFile {
  readonly url: string
  readonly directPath: string
  readonly mediaKey: Uint8Array
  readonly fileSha256: Uint8Array
  readonly fileEncSha256: Uint8Array
  readonly fileLength: number
  readonly mediaKeyTimestamp: number
}

interface Upload {
  readonly fetch: typeof fetch
  readonly socket: Pick<WASocket, 'refreshMediaConn'>
  /** Origin of a stand-in for WhatsApp. */
  readonly standIn: string | undefined
}

const paths: Readonly<Record<SentFileType, string>> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
}

/**
 * Encrypts a file and gives it to WhatsApp's host for files. Its address holds the hash of the whole, so the file is
 * read twice, and neither kept in memory nor on a disk.
 */
export async function upload(
  type: SentFileType,
  open: OpenFile,
  { fetch, socket, standIn }: Upload,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const mediaKey = randomBytes(32)
  const [plain, sealed] = [createHash('sha256'), createHash('sha256')]
  let [fileLength, sealedLength] = [0, 0]
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of await open()) {
      plain.update(chunk)
      fileLength += chunk.length
      yield chunk
    }
  }
  for await (const chunk of encrypted(type, mediaKey, counted())) {
    sealed.update(chunk)
    sealedLength += chunk.length
  }
  const fileEncSha256 = sealed.digest()
  const token = fileEncSha256.toString('base64url')
  const { auth, hosts } = await socket.refreshMediaConn(false)
  for (const { hostname } of hosts) {
    const origin = standIn ?? `https://${hostname}`
    const response = await fetch(
      `${origin}/mms/${paths[type]}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(sealedLength),
          origin: 'https://web.whatsapp.com',
        },
        body: Readable.toWeb(Readable.from(encrypted(type, mediaKey, await open()))),
        duplex: 'half',
        signal,
      } as RequestInit,
    )
    if (!response.ok) continue
    const { url, direct_path: directPath } = (await response.json()) as { url?: string; direct_path?: string }
    if (!url || !directPath) continue
    return {
      url,
      directPath,
      mediaKey,
      fileSha256: plain.digest(),
      fileEncSha256,
      fileLength,
      mediaKeyTimestamp: Math.floor(Date.now() / 1_000),
    }
  }
  throw new ChannelError({ kind: 'network', code: 'UPLOAD', message: 'WhatsApp did not take the file', certain: true })
}

/** A file as it lies at WhatsApp: encrypted, with a code behind it. */
export async function* encrypted(
  type: SentFileType,
  mediaKey: Uint8Array,
  plain: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const keys = fileKeys(type, mediaKey)
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.iv)
  const mac = createHmac('sha256', keys.mac).update(keys.iv)
  for await (const chunk of plain) {
    const sealed = cipher.update(chunk)
    mac.update(sealed)
    if (sealed.length > 0) yield sealed
  }
  const last = cipher.final()
  yield last
  yield mac.update(last).digest().subarray(0, macBytes)
}
