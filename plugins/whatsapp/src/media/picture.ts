import { ChannelError, type ConnectionContext, type RemoteFile } from '@recado/sdk'
import { askProvider } from '@recado/sdk/server'

/**
 * Pictures of people and groups are not encrypted, as files of messages are: their references are told apart by this.
 */
const prefix = 'picture:'
const mostOfRef = 2_000

/** Reference of a picture; undefined where its address is too long to be kept. */
export const pictureRef = (url: string): string | undefined =>
  url.length + prefix.length <= mostOfRef ? prefix + url : undefined

export const isPictureRef = (ref: string): boolean => ref.startsWith(prefix)

/** The bytes of a picture, by its reference. */
export async function openPicture(
  ref: string,
  ctx: Pick<ConnectionContext<unknown>, 'fetch'>,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const { body, headers } = await askProvider(ctx, ref.slice(prefix.length), { signal }, { provider: 'WhatsApp' })
  if (!body) throw new ChannelError({ kind: 'notFound', code: 'EMPTY', message: 'there is no picture', certain: true })
  const mime = headers.get('content-type')?.split(';', 1)[0]
  return { stream: body, ...(mime && { mime }) }
}
