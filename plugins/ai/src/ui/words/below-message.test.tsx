import type { Message, Ticket } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Words } from '../../words/words-store.ts'
import BelowMessage from './below-message.tsx'

afterEach(cleanup)

const ticket = { id: 't1', agentLanguage: null } as Ticket
const message = (id: string, parts: Message['parts']) => ({ id, parts, fromMe: false }) as Message
const made = (messageId: string, more: Partial<Words>): Words => ({
  messageId,
  kind: 'translation',
  state: 'done',
  language: 'en',
  fromLanguage: 'ru',
  text: 'Hello',
  failure: null,
  ...more,
})

/** Draws what belongs to a message; answers what was given to be read in the place of its words, latest last. */
function drawn(about: Message, all: Words[]) {
  const read: unknown[] = []
  const onWords = (given: unknown) => read.push(given)
  const { unmount } = renderPanel(<BelowMessage ticket={ticket} message={about} onWords={onWords} />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async () => Response.json({ words: all }),
  })
  return { read, unmount }
}
const text = [{ kind: 'text', text: 'Привет', format: 'plain' }] as const satisfies Message['parts']

test('a translation is read in the place of the message, until one wants the original', async () => {
  const { read, unmount } = drawn(message('m1', [...text]), [made('m1', {})])
  await screen.findByText('Translated from: Russian')
  expect(read.at(-1)).toEqual({ text: 'Hello', language: 'en' })
  expect(screen.queryByText('Hello'), 'the bubble shows it, not this').toBeNull()
  screen.getByRole('button', { name: 'Show the original' }).click()
  await waitFor(() => expect(read.at(-1)).toBeNull())
  unmount()
  const again = drawn(message('m1', [...text]), [made('m1', {})])
  ;(await screen.findByRole('button', { name: 'Show the translation' })).click()
  await waitFor(() => expect(again.read.at(-1)).toEqual({ text: 'Hello', language: 'en' }))
  again.unmount()
  expect(again.read.at(-1), 'its own words come back with the panel gone').toBeNull()
})

test('what was spoken stands below with its language, and so does its translation: there are no words to replace', async () => {
  const voice = { kind: 'media', as: 'voice', media: 'f1', mime: 'audio/ogg' } as Message['parts'][number]
  const { read } = drawn(message('m2', [voice]), [
    made('m2', { kind: 'transcript', language: 'ru', fromLanguage: null, text: 'Привет' }),
    made('m2', {}),
  ])
  await screen.findByText('Transcribed from: Russian')
  expect(screen.getByText('Привет').lang).toBe('ru')
  expect(screen.getByText('Hello').lang).toBe('en')
  expect(read.filter((given) => given !== null)).toEqual([])
})

test('what was written before the translation is shown when it is asked for', async () => {
  const about = [made('m3', { kind: 'written', language: null, fromLanguage: null, text: 'Olá' })]
  drawn(message('m3', [...text]), about)
  const button = await screen.findByRole('button', { name: 'Show what was written' })
  expect([button.getAttribute('aria-expanded'), screen.queryByText('Olá')]).toEqual(['false', null])
  button.click()
  expect(await screen.findByText('Olá')).toBeTruthy()
})
