import { createHash } from 'node:crypto'
import { ChannelError, type RemoteFile } from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { MediaFile } from '../api/results.ts'
import { readRef } from '../inbound/media-ref.ts'

/**
 * The bytes of a file that a message named: its address, good for five minutes, is asked for first. Their hash is
 * compared on the way; WhatsApp writes it as hex in one place and as base64 in another.
 */
export async function fetchFile(api: CloudApi, ref: string, signal: AbortSignal): Promise<RemoteFile> {
  const { id, sha256: told } = readRef(ref)
  const file = await api.call({ method: 'GET', path: api.transport.paths.mediaFile(id), result: MediaFile, signal })
  const stream = checked(
    await api.download(file.url, signal),
    [told, file.sha256].filter((hash) => hash !== undefined),
  )
  return { stream, ...(file.mime_type !== undefined && { mime: file.mime_type }) }
}

async function* checked(stream: ReadableStream<Uint8Array>, expected: readonly string[]): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  const digest = hash.digest()
  const spellings = new Set([digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')])
  if (expected.length > 0 && !expected.some((each) => spellings.has(each) || spellings.has(each.toLowerCase()))) {
    throw new ChannelError({ kind: 'network', code: 'HASH', message: 'the file arrived damaged', certain: true })
  }
}
