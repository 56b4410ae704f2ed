import * as z from 'zod'
import type { FileType } from '../gifs/gif.ts'
import { sendable, type GifProvider, type Rendition } from './provider.ts'

const Format = z.object({ url: z.url(), size: z.number().optional().catch(undefined) })
const Item = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  title: z.string().catch(''),
  content_description: z.string().catch(''),
  media_formats: z.record(z.string(), Format.optional().catch(undefined)),
})
const Answer = z.object({ results: z.array(z.unknown()), next: z.string().catch('') })

/** From the best to the smallest. `preview` is a still picture, and only its address shows its type. */
const formats: readonly (readonly [name: string, type: FileType])[] = [
  ['gif', 'image/gif'],
  ['mediumgif', 'image/gif'],
  ['tinygif', 'image/gif'],
  ['mp4', 'video/mp4'],
  ['tinymp4', 'video/mp4'],
]
const stills: Readonly<Record<string, FileType>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }

/** KLIPY by its second interface, which is Tenor's. */
export const klipy: GifProvider = {
  name: 'KLIPY',
  url: 'https://klipy.com',
  apiRoot: 'https://api.klipy.com',
  domain: 'klipy.com',
  keyName: 'klipyKey',
  address(root, key, { text, locale, filter, after, limit }) {
    const url = new URL(text === '' ? '/v2/featured' : '/v2/search', root)
    const asked = {
      key,
      ...(text !== '' && { q: text }),
      limit: String(limit),
      locale: locale.replace('-', '_'),
      contentfilter: filter,
      media_filter: [...formats.map(([name]) => name), 'preview'].join(','),
      ...(after !== undefined && { pos: after }),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  },
  read(answer) {
    const read = Answer.safeParse(answer)
    if (!read.success) return undefined
    const gifs = read.data.results.flatMap((result) => {
      const item = Item.safeParse(result)
      if (!item.success) return []
      const { id, title, content_description, media_formats: found } = item.data
      const still = found['preview']?.url
      const stillType =
        still === undefined ? undefined : stills[new URL(still).pathname.split('.').at(-1)!.toLowerCase()]
      const renditions: Rendition[] = formats.map(([name, type]) => ({
        type,
        source: found[name]?.url,
        bytes: found[name]?.size,
      }))
      const files = sendable(
        stillType ? [...renditions, { type: stillType, source: still, bytes: found['preview']?.size }] : renditions,
      )
      const preview = found['tinygif'] ?? found['mediumgif'] ?? found['gif']
      return preview === undefined || files.length === 0
        ? []
        : [{ id, description: (content_description || title).trim(), preview: preview.url, files }]
    })
    return { gifs, next: read.data.next || null }
  },
}
