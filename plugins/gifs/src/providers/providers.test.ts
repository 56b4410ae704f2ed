import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { giphy } from './giphy.ts'
import { klipy } from './klipy.ts'
import type { GifSearch } from './provider.ts'

const search = (changed: Partial<GifSearch> = {}): GifSearch => ({
  text: 'gato feliz',
  locale: 'pt-BR',
  filter: 'medium',
  after: undefined,
  limit: 24,
  ...changed,
})
const asked = (url: URL): object => ({ path: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) })

describe('what providers are asked', () => {
  test('KLIPY: words, popular ones, and the next page', () => {
    expect(asked(klipy.address(klipy.apiRoot, 'secret', search()))).toMatchObject({
      path: 'https://api.klipy.com/v2/search',
      key: 'secret',
      q: 'gato feliz',
      locale: 'pt_BR',
      contentfilter: 'medium',
      limit: '24',
    })
    expect(asked(klipy.address(klipy.apiRoot, 'secret', search({ text: '', after: 'abc' })))).toMatchObject({
      path: 'https://api.klipy.com/v2/featured',
      pos: 'abc',
    })
  })

  test('GIPHY: its ratings, its languages, its numbers', () => {
    expect(asked(giphy.address('https://gifs.example', 'secret', search({ after: '24' })))).toEqual({
      path: 'https://gifs.example/v1/gifs/search',
      api_key: 'secret',
      q: 'gato feliz',
      lang: 'pt',
      limit: '24',
      rating: 'pg',
      offset: '24',
    })
    expect(asked(giphy.address(giphy.apiRoot, 'secret', search({ text: '', filter: 'off' })))).toEqual({
      path: 'https://api.giphy.com/v1/gifs/trending',
      api_key: 'secret',
      limit: '24',
      rating: 'r',
    })
  })
})

const media = (name: string, size: number) => ({ url: `https://static.klipy.com/ii/a/${name}`, dims: [498, 498], size })
const image = (name: string, size: number) => ({
  url: `https://media1.giphy.com/media/x/${name}.gif`,
  size: String(size),
  mp4: `https://media1.giphy.com/media/x/${name}.mp4`,
  mp4_size: '9000',
})

describe('what their answers mean', () => {
  test('KLIPY: of each type the largest that can be sent, and the still picture last', () => {
    const page = klipy.read(
      {
        results: [
          {
            id: 7,
            title: '',
            content_description: 'Um gato ',
            media_formats: {
              gif: media('a.gif', 7_000_000),
              mediumgif: media('b.gif', 900_000),
              tinygif: media('c.gif', 90_000),
              mp4: media('d.mp4', 400_000),
              preview: media('e.png', 9_000),
            },
          },
        ],
        next: 'p2',
      },
      search(),
    )
    expect(page).toEqual({
      next: 'p2',
      gifs: [
        {
          id: '7',
          description: 'Um gato',
          preview: media('c.gif', 0).url,
          files: [
            { type: 'image/gif', source: media('b.gif', 0).url },
            { type: 'video/mp4', source: media('d.mp4', 0).url },
            { type: 'image/png', source: media('e.png', 0).url },
          ],
        },
      ],
    })
  })

  test('GIPHY: numbers that are texts, and where the pages end', () => {
    const answer = {
      data: [
        {
          id: 'x',
          title: 'Gato GIF',
          alt_text: '',
          images: {
            original: image('giphy', 6_000_000),
            downsized: image('small', 1_000),
            fixed_width: { ...image('w', 500), webp: 'https://media1.giphy.com/media/x/w.webp' },
          },
        },
      ],
      pagination: { total_count: 3, count: 1, offset: 1 },
    }
    expect(giphy.read(answer, search())).toEqual({
      next: '2',
      gifs: [
        {
          id: 'x',
          description: 'Gato GIF',
          preview: 'https://media1.giphy.com/media/x/w.webp',
          files: [
            { type: 'image/gif', source: image('small', 0).url },
            { type: 'video/mp4', source: image('giphy', 0).mp4 },
          ],
        },
      ],
    })
    expect(giphy.read({ ...answer, pagination: { total_count: 2, count: 1, offset: 1 } }, search())?.next).toBeNull()
    expect(
      giphy.read({ ...answer, pagination: { total_count: 9_000, count: 24, offset: 490 } }, search({ text: '' }))?.next,
    ).toBeNull()
  })

  test.each([
    ['KLIPY', klipy, (results: unknown[]) => ({ results })],
    ['GIPHY', giphy, (data: unknown[]) => ({ data, pagination: { total_count: 0, count: 0, offset: 0 } })],
  ] as const)(
    '%s: whatever comes, nothing fails, and one strange result spoils no page',
    (_name, provider, answerOf) => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (answer, results) => {
          expect(provider.read(answer, search())).toBeUndefined()
          expect(provider.read(answerOf(results), search())?.gifs).toEqual([])
        }),
      )
    },
  )
})
