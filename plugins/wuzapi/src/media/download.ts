import { ChannelError, type ConnectionContext, type RemoteFile } from '@recado/sdk'
import { askProvider } from '@recado/sdk/server'
import { maxFetchedBytes } from '../channel/limits.ts'
import type { Gateway } from '../gateway/client.ts'
import { readRef } from './reference.ts'

/** Pictures of people are addresses, no files of messages: their references are told apart by this. */
const picturePrefix = 'picture:'
const longestRef = 2_000

/** Reference of a picture; undefined where its address is too long to be kept. */
export const pictureRef = (url: string): string | undefined =>
  picturePrefix.length + url.length <= longestRef ? picturePrefix + url : undefined

const gone = (code: string, message: string): ChannelError =>
  new ChannelError({ kind: 'notFound', code, message, certain: true })

/** The bytes behind a reference: the gateway fetches and decrypts files of messages, and answers them as text. */
export async function openFile(
  gateway: Gateway,
  ctx: Pick<ConnectionContext<unknown>, 'fetch'>,
  ref: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  if (ref.startsWith(picturePrefix)) return openPicture(ctx, ref.slice(picturePrefix.length), signal)
  const file = readRef(ref)
  if (!file) throw gone('REFERENCE', 'the file cannot be fetched')
  if ((file.l ?? 0) > maxFetchedBytes)
    throw new ChannelError({
      kind: 'tooLarge',
      code: 'FILE',
      message: 'the file is larger than the gateway can hand over',
      certain: true,
    })
  const { mime = file.m, stream } = await gateway.file({
    path: `/chat/download${file.t}`,
    json: {
      Url: file.u ?? '',
      DirectPath: file.p ?? '',
      MediaKey: file.k,
      Mimetype: file.m ?? '',
      FileEncSHA256: file.e ?? '',
      FileSHA256: file.s ?? '',
      FileLength: file.l ?? 0,
    },
    signal,
  })
  return { stream: unlessEmpty(stream), ...(mime && { mime }) }
}

async function* unlessEmpty(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true
  for await (const piece of stream) {
    isEmpty = false
    yield piece
  }
  if (isEmpty) throw gone('EMPTY', 'the file is empty')
}

async function openPicture(
  ctx: Pick<ConnectionContext<unknown>, 'fetch'>,
  url: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const { body } = await askProvider(ctx, url, { signal }, { provider: 'WhatsApp' })
  if (!body) throw gone('EMPTY', 'there is no picture')
  return { stream: body }
}
