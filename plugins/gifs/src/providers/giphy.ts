import * as z from 'zod'
import type { Filter } from '../gifs/settings.ts'
import { sendable, type GifProvider, type Rendition } from './provider.ts'

const Address = z.url().optional().catch(undefined)
/** GIPHY writes its numbers as texts. */
const Bytes = z.coerce.number().optional().catch(undefined)
const Image = z.object({ url: Address, size: Bytes, mp4: Address, mp4_size: Bytes, webp: Address, webp_size: Bytes })
type Image = z.infer<typeof Image>
const Item = z.object({
  id: z.string(),
  title: z.string().catch(''),
  alt_text: z.string().catch(''),
  images: z.record(z.string(), Image.optional().catch(undefined)),
})
const Answer = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ total_count: z.number().catch(0), count: z.number(), offset: z.number() }),
})

/** From the best to the smallest. */
const sizes = ['original', 'downsized_medium', 'downsized', 'fixed_height'] as const
const ratings: Readonly<Record<Filter, string>> = { high: 'g', medium: 'pg', low: 'pg-13', off: 'r' }
/** GIPHY pages by number and goes no further than this. */
const lastOffset = { search: 4_999, trending: 499 } as const
const endOf = (text: string) => (text === '' ? 'trending' : 'search')

export const giphy: GifProvider = {
  name: 'GIPHY',
  url: 'https://giphy.com',
  apiRoot: 'https://api.giphy.com',
  domain: 'giphy.com',
  keyName: 'giphyKey',
  address(root, key, { text, locale, filter, after, limit }) {
    const url = new URL(`/v1/gifs/${endOf(text)}`, root)
    const asked = {
      api_key: key,
      ...(text !== '' && { q: text, lang: locale.slice(0, 2) }),
      limit: String(limit),
      rating: ratings[filter],
      ...(after !== undefined && { offset: after }),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  },
  read(answer, { text }) {
    const read = Answer.safeParse(answer)
    if (!read.success) return undefined
    const {
      data,
      pagination: { total_count, count, offset },
    } = read.data
    const gifs = data.flatMap((result) => {
      const item = Item.safeParse(result)
      if (!item.success) return []
      const { id, title, alt_text, images } = item.data
      const found = sizes.flatMap((size) => images[size] ?? [])
      const files = sendable([
        ...found.map(({ url, size }): Rendition => ({ type: 'image/gif', source: url, bytes: size })),
        ...found.map((image): Rendition => ({ type: 'video/mp4', source: image.mp4, bytes: image.mp4_size })),
        ...found.map((image): Rendition => ({ type: 'image/webp', source: image.webp, bytes: image.webp_size })),
      ])
      const small = images['fixed_width']
      const preview = small?.webp ?? small?.url ?? files[0]?.source
      return preview === undefined || files.length === 0
        ? []
        : [{ id, description: (alt_text || title).trim(), preview, files }]
    })
    const next = offset + count
    return { gifs, next: count > 0 && next < total_count && next <= lastOffset[endOf(text)] ? String(next) : null }
  },
}
