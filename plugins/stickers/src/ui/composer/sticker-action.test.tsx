import type { OutgoingPart, Ticket } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import type { Composer, ShellServices } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Sticker } from '../../stickers/sticker.ts'
import StickerAction from './sticker-action.tsx'

const ticket = { id: 't1', channel: 'waba' } as Ticket
const sticker = (name: string, isFavourite = false): Sticker => ({
  id: name,
  name,
  pack: '',
  url: `/media/${name}`,
  bytes: 1,
  isAnimated: false,
  isFavourite,
})
const stickers = ['Applause', 'Coffee', 'Dance', 'Heart', 'Thanks'].map((name) => sticker(name))
const carrying = (mime: object): ShellServices['channels'] => [
  { type: 'waba', capabilities: { media: { sticker: { mime } } } as never },
]

function draw(
  channels = carrying({ 'image/webp': 'full' }),
  answer: (path: string) => Response = () => Response.json({ stickers, nextCursor: null }),
) {
  const [sent, calls]: [OutgoingPart[], string[]] = [[], []]
  const composer = {
    disabled: false,
    sendParts: (parts: readonly OutgoingPart[]) => {
      sent.push(...parts)
    },
  } as Partial<Composer> as Composer
  renderPanel(<StickerAction ticket={ticket} composer={composer} />, {
    plugin: { id: 'stickers', version: '0.1.0', title: 'Stickers' },
    words,
    errors: { ERR_STICKERS: 'Stickers are not available' },
    channels,
    fetch: async (path, init) => {
      calls.push(`${init.method ?? 'GET'} ${path.split('?')[0]}`)
      return answer(path)
    },
  })
  return { sent, calls }
}
function open(...given: Parameters<typeof draw>) {
  const drawn = draw(...given)
  fireEvent.click(screen.getByRole('button', { name: words.composer.open }))
  return drawn
}
afterEach(cleanup)

test('S1-023 the arrows walk through the grid, Enter sends the sticker, and it is among the recent ones', async () => {
  const { sent, calls } = open()
  await screen.findByRole('option', { name: 'Applause' })
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  const move = (key: string) => fireEvent.keyDown(screen.getByRole('listbox'), { key })
  expect(document.activeElement).toBe(screen.getByRole('option', { name: 'Applause' }))
  move('ArrowDown')
  expect(document.activeElement).toBe(screen.getByRole('option', { name: 'Thanks' }))
  move('ArrowLeft')
  move('ArrowRight')
  move('Home')
  move('End')
  fireEvent.click(document.activeElement!)
  expect(sent).toEqual([{ kind: 'storedFile', path: '/media/Thanks', as: 'sticker' }])
  await waitFor(() => expect(calls).toContain('POST /p/stickers/stickers/Thanks/used'))
})

test('where the channel takes no stickers there is no button', () => {
  draw(carrying({}))
  expect(screen.queryByRole('button', { name: words.composer.open })).toBeNull()
})

test('S8-173 stickers that do not load say so, and come when asked again', async () => {
  let broken = true
  open(undefined, () => (broken ? new Response('', { status: 502 }) : Response.json({ stickers, nextCursor: null })))
  await screen.findByText(/Stickers are not available/)
  broken = false
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('option', { name: 'Coffee' })).toBeTruthy()
})

test('an empty library says who can fill it', async () => {
  open(undefined, () => Response.json({ stickers: [], nextCursor: null }))
  expect(await screen.findByText(words.empty.ask)).toBeTruthy()
})
