import type { ConnectionContext, MediaPart } from '@recado/sdk'
import { publicFileAddress } from '@recado/sdk/server'
import type { MetaApi } from '../api/client.ts'
import { Uploaded } from '../api/results.ts'
import type { GivenFile } from './plan.ts'

type Context = Pick<ConnectionContext<unknown>, 'media' | 'callbackUrl'>

/** Meta fetches the file within seconds; a second try of the same message gets a new address. */
const addressLivesMs = 3_600_000

const types: Readonly<Record<MediaPart['as'], GivenFile['type']>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'file',
  sticker: 'image',
}

/** Gives a stored file to Meta: by an upload where the product takes one, else by an address that Meta can reach. */
export async function giveFile(
  api: MetaApi,
  ctx: Context,
  { media, as, name: given }: MediaPart,
  signal: AbortSignal,
): Promise<GivenFile> {
  const type = types[as]
  if (!api.facts.takesUploads) return { type, payload: { url: publicFileAddress(ctx, media, addressLivesMs) } }
  const { stream, mime, name } = await ctx.media.open(media)
  const form = new FormData()
  form.set('message', JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }))
  form.set('filedata', new File([await new Response(stream).blob()], given ?? name ?? 'file', { type: mime }))
  const path = `/${api.config.accountId}/message_attachments`
  const { attachment_id: id } = await api.call({ path, form, result: Uploaded, signal })
  return { type, payload: { attachment_id: id } }
}
