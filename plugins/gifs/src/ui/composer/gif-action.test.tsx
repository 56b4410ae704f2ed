import { toastQueue, type Composer, type ShellServices } from '@recado/sdk/ui'
import { renderPanel } from '@recado/sdk/testing/ui'
import type { OutgoingPart, Ticket } from '@recado/sdk'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { FileType, Gif } from '../../gifs/gif.ts'
import GifAction from './gif-action.tsx'

const ticket = { id: 't1', channel: 'waba' } as Ticket
const gif = (description: string, types: readonly FileType[] = ['image/gif', 'video/mp4']): Gif => ({
  id: description,
  description,
  preview: `https://p.example/${description}`,
  files: types.map((type) => ({ type, source: `https://p.example/${description}/${type}` })),
})
const gifs = ['Applause', 'Coffee', 'Dance', 'Heart', ''].map((name) => gif(name))
const carrying = (media: object): ShellServices['channels'] => [{ type: 'waba', capabilities: { media } as never }]
const pictures = { image: { mime: { 'image/gif': 'full' } } }
const page = (shown: readonly Gif[], nextCursor: string | null = null) => ({
  provider: { name: 'KLIPY', url: 'https://klipy.com' },
  gifs: shown,
  nextCursor,
})

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1, height: 1, close: () => undefined }))
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: isStill, media: query }) as MediaQueryList,
  )
})
let isStill = false
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  isStill = false
})

function open({
  channels = carrying(pictures),
  answer = () => Response.json(page(gifs)),
  permissions = [],
}: { channels?: ShellServices['channels']; answer?: (url: URL) => Response; permissions?: readonly string[] } = {}) {
  const [sent, asked]: [OutgoingPart[], string[]] = [[], []]
  const composer = {
    disabled: false,
    sendParts: (parts: readonly OutgoingPart[]) => {
      sent.push(...parts)
    },
  } as Partial<Composer> as Composer
  renderPanel(<GifAction ticket={ticket} composer={composer} />, {
    plugin: { id: 'gifs', version: '0.1.0', title: 'GIFs' },
    words,
    errors: {
      ERR_GIFS: 'The GIFs are not available',
      ERR_GIFS_BUSY: 'Pause',
      ERR_GIFS_BUSY_detail: 'In {{retryAfterSeconds}} seconds',
    },
    channels,
    permissions,
    fetch: async (path, init) => {
      const url = new URL(path, 'https://recado.test')
      if (url.pathname === '/p/gifs/pictures') return new Response('GIF89a')
      if (init.method === 'POST')
        return Response.json({
          path: '/media/kept',
          type: (JSON.parse(String(init.body)) as { source: string }).source.split('/').slice(-2).join('/'),
        })
      asked.push(url.search)
      return answer(url)
    },
  })
  fireEvent.click(screen.getByRole('button', { name: words.composer.open }))
  return { sent, asked }
}
const option = (name: string) => screen.findByRole('option', { name })

test('S1-024 the arrows walk through the grid, and what is picked is sent as the channel takes it', async () => {
  const { sent } = open()
  await option('Applause')
  expect(screen.getByRole('link', { name: 'Powered by KLIPY' })).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  const move = (key: string) => fireEvent.keyDown(screen.getByRole('listbox'), { key })
  move('ArrowDown')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Heart')
  move('End')
  expect(document.activeElement?.getAttribute('aria-label')).toBe(words.composer.unnamed)
  move('Home')
  move('ArrowRight')
  fireEvent.click(document.activeElement!)
  await waitFor(() => expect(sent).toEqual([{ kind: 'storedFile', path: '/media/kept', as: 'image' }]))
})

test.each<[string, object, string, string]>([
  ['films', { video: { mime: { 'video/mp4': 'full' } } }, 'video', 'Film'],
  ['still pictures only', { image: { mime: { 'image/png': 'full', 'image/jpeg': 'full' } } }, 'image', 'Still'],
])('a channel that takes %s gets them, and is offered nothing else', async (_what, media, as, name) => {
  const { sent } = open({
    channels: carrying(media),
    answer: () =>
      Response.json(
        page([
          gif('Both', ['image/gif']),
          gif('Film', ['image/gif', 'video/mp4']),
          gif('Still', ['image/gif', 'image/png']),
        ]),
      ),
  })
  fireEvent.click(await option(name))
  await waitFor(() => expect(sent).toEqual([{ kind: 'storedFile', path: '/media/kept', as }]))
})

test('where the channel carries none of them it says so and asks nobody', () => {
  const { asked } = open({ channels: carrying({}) })
  expect(toastQueue.shown().map(({ content }) => content)).toEqual([words.composer.notCarried])
  expect(asked).toEqual([])
})

test('typing is waited for before the provider is asked', async () => {
  const { asked } = open()
  await option('Applause')
  for (const value of ['d', 'da', 'dan', 'danc', 'dance'])
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  await screen.findByText('Results for “dance”')
  expect(asked).toEqual(['?searchParam=', '?searchParam=dance'])
})

test('less motion: pictures stand still until the focus or the pointer is on them', async () => {
  isStill = true
  open()
  const first = await option('Applause')
  await waitFor(() => expect(first.querySelector('canvas')).toBeTruthy())
  fireEvent.focus(first)
  await waitFor(() => expect(first.querySelector('img')).toBeTruthy())
  fireEvent.blur(first)
  await waitFor(() => expect(first.querySelector('canvas')).toBeTruthy())
})

test.each([
  [['plugins.manage'], words.key.help],
  [[], words.key.ask],
])('without a key it says what to do: %j', async (permissions, text) => {
  open({ permissions, answer: () => Response.json({ error: 'ERR_GIFS_KEY' }, { status: 409 }) })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('S8-174 a provider that is away says so and comes back when asked again; a pause says how long', async () => {
  let answer = () => Response.json({ error: 'ERR_PLUGIN_FAILED' }, { status: 502 })
  open({ answer: () => answer() })
  await screen.findByText('The GIFs are not available')
  answer = () => Response.json({ error: 'ERR_GIFS_BUSY', retryAfterSeconds: 30 }, { status: 429 })
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  await screen.findByText('In 30 seconds')
  answer = () => Response.json(page(gifs))
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await option('Coffee')).toBeTruthy()
})

test('nothing found: the search can be cleared', async () => {
  open({ answer: (url) => Response.json(page(url.searchParams.get('searchParam') === 'xyz' ? [] : gifs)) })
  await option('Applause')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'xyz' } })
  fireEvent.click(await screen.findByRole('button', { name: words.empty.clear }))
  expect(await option('Applause')).toBeTruthy()
})
