import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import { ChannelError, type RemoteFile } from '@recado/sdk'
import { fileKeys, macBytes } from './keys.ts'
import type { FileReference } from './reference.ts'

const host = 'https://mmg.whatsapp.net'

interface Download {
  readonly fetch: typeof fetch
  /** Origin of a stand-in for WhatsApp; files lie there and nowhere else. */
  readonly standIn: string | undefined
}

/** A file of WhatsApp, decrypted as it arrives. The stream ends with an error where the file was changed. */
export async function openFile(
  reference: FileReference,
  { fetch, standIn }: Download,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const response = await answerOf(() =>
    fetch(addressOf(reference, standIn), { signal, headers: { origin: 'https://web.whatsapp.com' } }),
  )
  if (response.status === 404 || response.status === 410)
    throw failure('notFound', String(response.status), 'WhatsApp does not keep this file any more', true)
  if (!response.ok || !response.body)
    throw failure('provider', String(response.status), `the file was answered with ${response.status}`, true)
  return { stream: decrypted(response.body, reference) }
}

/** Files of WhatsApp lie on hosts of its own; whatever else a message names is not asked for. */
function addressOf({ p, u }: FileReference, standIn: string | undefined): string {
  const address = new URL(p === undefined ? u! : p, standIn ?? host)
  const isOwn =
    standIn === undefined
      ? address.protocol === 'https:' &&
        (address.hostname === 'mmg.whatsapp.net' || /^[\w-]+\.cdn\.whatsapp\.net$/.test(address.hostname))
      : address.origin === standIn
  if (!isOwn) throw failure('notFound', 'HOST', 'the file lies on no host of WhatsApp', true)
  return address.href
}

async function answerOf(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask()
  } catch (error) {
    if (ChannelError.is(error)) throw error
    throw failure('network', 'UNREACHABLE', 'the file could not be fetched', true, error)
  }
}

/** The content of a file, checked when it has ended. */
export async function* decrypted(
  sealed: AsyncIterable<Uint8Array>,
  { t, k, e, l }: FileReference,
): AsyncGenerator<Uint8Array> {
  const keys = fileKeys(t, Buffer.from(k, 'base64'))
  const decipher = createDecipheriv('aes-256-cbc', keys.cipher, keys.iv)
  const mac = createHmac('sha256', keys.mac).update(keys.iv)
  const hash = createHash('sha256')
  // The last bytes are the code that the others are checked with.
  let tail = Buffer.alloc(0)
  let length = 0
  const checked = (bytes: Buffer): Buffer => {
    mac.update(bytes)
    const plain = decipher.update(bytes)
    length += plain.length
    if (l !== undefined && length > l) throw changed()
    return plain
  }
  for await (const chunk of sealed) {
    hash.update(chunk)
    const whole = Buffer.concat([tail, chunk])
    if (whole.length <= macBytes) tail = whole
    else {
      tail = whole.subarray(-macBytes)
      yield checked(whole.subarray(0, -macBytes))
    }
  }
  if (!mac.digest().subarray(0, macBytes).equals(tail)) throw changed()
  if (e !== undefined && hash.digest('base64') !== e) throw changed()
  yield decipher.final()
}

const changed = (): ChannelError => failure('provider', 'CHANGED', 'the file is not the one that was sent', true)

const failure = (
  kind: 'notFound' | 'network' | 'provider',
  code: string,
  message: string,
  certain: boolean,
  cause?: unknown,
): ChannelError => new ChannelError({ kind, code, message, certain }, { cause })
