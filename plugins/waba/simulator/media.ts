import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Line } from './line.ts'
import { badParameter, noObject } from './refused.ts'

const megabyte = 1_000_000
const limits: readonly (readonly [RegExp, number])[] = [
  [/^image\/(jpeg|png)$/, 5 * megabyte],
  [/^image\/webp$/, 0.5 * megabyte],
  [/^video\/(mp4|3gpp)$/, 16 * megabyte],
  [/^audio\/(aac|mp4|mpeg|amr|ogg)(;\s*codecs=opus)?$/, 16 * megabyte],
  [
    /^(text\/plain|application\/(pdf|msword|vnd\.(ms-(excel|powerpoint)|openxmlformats-officedocument\..+)))$/,
    100 * megabyte,
  ],
]
const filePath = '/whatsapp_business/attachments/'

/** `POST …/media`. */
export async function upload(line: Line, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { messaging_product: product, type, file } = await request.fields()
  if (product !== 'whatsapp') throw badParameter('messaging_product must be whatsapp')
  if (!(file instanceof File)) throw badParameter('file is missing')
  const mime = String(type ?? file.type)
  const limit = limits.find(([pattern]) => pattern.test(mime))?.[1]
  if (limit === undefined)
    throw badParameter(
      'Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, audio/amr, ' +
        `audio/ogg, image/jpeg, image/png, …. Received file of type '${mime}'.`,
    )
  if (file.size > limit) throw badParameter(`Param file must be smaller than ${limit} bytes`)
  const { id } = line.keep(new Uint8Array(await file.arrayBuffer()), mime, 30, file.name)
  return { body: { id } }
}

/** `GET …/{id}`: an address for five minutes. */
export function describeFile(line: Line, id: string, root: string): SimulatorAnswer {
  const media = line.media.get(id)
  if (!media || media.until < line.account.clock.now().getTime()) throw noObject(id)
  const url = `${root}${filePath}?mid=${id}&ext=${line.account.clock.now().getTime() + 5 * 60_000}`
  return {
    body: {
      messaging_product: 'whatsapp',
      url,
      mime_type: media.mime,
      sha256: Buffer.from(media.sha256, 'base64').toString('hex'),
      file_size: media.bytes.length,
      id,
    },
  }
}

export const isFilePath = (path: string): boolean => path === filePath

/** The bytes, for who shows who they are. */
export function download(line: Line, url: URL, damaged: boolean): SimulatorAnswer {
  const media = line.media.get(url.searchParams.get('mid') ?? '')
  if (!media || Number(url.searchParams.get('ext')) < line.account.clock.now().getTime()) return { status: 404 }
  return { headers: { 'content-type': media.mime }, body: damaged ? media.bytes.subarray(1) : media.bytes }
}
