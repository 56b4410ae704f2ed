import type { Ticket } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { useComposer } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { QuickMessage } from '../../messages/quick-message.ts'
import ComposerAction from './composer-action.tsx'

const ticket = { name: 'Maria Souza', protocol: '2026-7' } as Ticket
const file = { name: 'prices.pdf', mime: 'application/pdf', bytes: 3, url: 'data:application/pdf,abc' }
const message = (key: string, text: string, more: Partial<QuickMessage> = {}): QuickMessage =>
  ({ id: key, key, message: text, scope: 'global', queueId: null, queue: null, file: null, editable: false, updatedAt: '2026-01-01T00:00:00.000Z', ...more })
const messages = [message('hello', 'Hello {{name}}, your protocol is {{protocol}}'), message('prices', 'Our prices', { file })]

function Writing({ onAttach }: { onAttach(files: readonly File[]): void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { composer, fieldProps } = useComposer({ mode: 'reply', text, onTextChange: setText, onAttach, disabled: false, field, anchor: null })
  return <><textarea ref={field} aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} {...fieldProps} /><ComposerAction ticket={ticket} composer={composer} /></>
}

const asked: string[] = []
function write(text: string, answer: () => Response = () => Response.json({ messages, nextCursor: null })) {
  const attached: File[] = []
  renderPanel(<Writing onAttach={(files) => { attached.push(...files) }} />, {
    plugin: { id: 'quick-messages', version: '0.1.0', title: 'Quick messages' }, words,
    fetch: async (path) => { asked.push(path); return answer() },
  })
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
  field.focus()
  fireEvent.change(field, { target: { value: text } })
  field.setSelectionRange(text.length, text.length)
  fireEvent.select(field)
  return { field, attached }
}
afterEach(() => { cleanup(); asked.length = 0 })

test('a slash finds messages, shows what the customer would read, and Enter puts it in', async () => {
  const { field } = write('/he')
  await screen.findByText('Hello Maria, your protocol is 2026-7')
  expect(asked.at(-1)).toBe('/p/quick-messages/messages?searchParam=he&limit=30')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe('Hello Maria, your protocol is 2026-7'))
})

test('a message with a file brings the file along', async () => {
  const { field, attached } = write('/pr')
  await screen.findByText('Our prices', { selector: 'p' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(attached.map(({ name, type, size }) => [name, type, size])).toEqual([['prices.pdf', 'application/pdf', 3]]))
  expect(field.value).toBe('Our prices')
})

test('nothing found and nothing loaded are told apart', async () => {
  write('/zz', () => Response.json({ messages: [], nextCursor: null }))
  await screen.findByText(words.composer.empty)
  expect(screen.queryByText(words.composer.failed)).toBeNull()
  cleanup()
  write('/zz', () => Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 }))
  await screen.findByText(words.composer.failed)
  expect(screen.queryByText(words.composer.empty)).toBeNull()
})

test('without a slash nothing is asked', () => {
  write('hello')
  expect(asked).toEqual([])
})
