import type { OutgoingPart, Ticket } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { useComposer } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { QuickMessage, QuickMessagePart } from '../../messages/quick-message.ts'
import ComposerAction from './composer-action.tsx'
import StackPanel from './stack-panel.tsx'
import { stackStore } from './stack.ts'

const ticket = { id: 't1', name: 'Maria Souza', protocol: '2026-7', queue: null } as Ticket
const file = { name: 'prices.pdf', mime: 'application/pdf', bytes: 3, url: 'data:application/pdf,abc' }
const message = (key: string, ...parts: Omit<QuickMessagePart, 'id'>[]): QuickMessage => ({
  id: key,
  key,
  message: parts[0]!.text,
  file: parts[0]!.file,
  parts: parts.map((part, index) => ({ ...part, id: String(index) })),
  scope: 'global',
  queueId: null,
  queue: null,
  editable: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const textPart = (text: string) => ({ text, file: null })
const messages = [
  message('hello', textPart('Hello {{name}}, your protocol is {{protocol}}')),
  message('prices', { text: 'Our prices', file }),
  message('tour', textPart('{{name}}, here we are'), { text: '', file }, textPart('{{address}}{{queue}}')),
  message('order', textPart('Your {{product}} is on its way')),
]
const vocabulary = {
  timeZone: 'UTC',
  variables: [
    { key: 'address', label: 'Address', value: '10 Flower Street' },
    { key: 'product', label: 'Which product?', value: null },
  ],
}

function Writing({
  onAttach,
  onSendParts,
}: {
  onAttach(files: readonly File[]): void
  onSendParts(parts: readonly OutgoingPart[]): void
}) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { composer, fieldProps } = useComposer({
    mode: 'reply',
    text,
    onTextChange: setText,
    onAttach,
    onSendParts,
    disabled: false,
    field,
    anchor: null,
  })
  return (
    <>
      <StackPanel ticket={ticket} composer={composer} />
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...fieldProps}
      />
      <ComposerAction ticket={ticket} composer={composer} />
    </>
  )
}

const asked: string[] = []
function write(
  text: string,
  answer: (path: string) => Response = (path) =>
    Response.json(
      path.endsWith('/variables')
        ? vocabulary
        : { messages: messages.filter(({ key }) => key.startsWith(text.slice(1))), nextCursor: null },
    ),
) {
  const attached: File[] = []
  const sent: OutgoingPart[] = []
  renderPanel(
    <Writing
      onAttach={(files) => {
        attached.push(...files)
      }}
      onSendParts={(parts) => {
        sent.push(...parts)
      }}
    />,
    {
      plugin: { id: 'quick-messages', version: '0.1.0', title: 'Quick messages' },
      words,
      fetch: async (path) => {
        asked.push(path)
        return answer(path)
      },
    },
  )
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
  field.focus()
  fireEvent.change(field, { target: { value: text } })
  field.setSelectionRange(text.length, text.length)
  fireEvent.select(field)
  return { field, attached, sent }
}
afterEach(() => {
  cleanup()
  stackStore.clear(ticket.id)
  asked.length = 0
})

test('a slash finds messages, shows what the customer would read, and Enter puts it in', async () => {
  const { field } = write('/he')
  await screen.findByText('Hello Maria, your protocol is 2026-7')
  expect(asked).toContain('/p/quick-messages/messages?searchParam=he&limit=30')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(field.value).toBe('Hello Maria, your protocol is 2026-7'))
})

test('a message with a file brings the file along', async () => {
  const { field, attached } = write('/pr')
  await screen.findByText('Our prices', { selector: 'p' })
  screen.getByText('prices.pdf')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(attached.map(({ name, type, size }) => [name, type, size])).toEqual([['prices.pdf', 'application/pdf', 3]]),
  )
  expect(field.value).toBe('Our prices')
})

test('several parts wait above the editor, are taken out one by one, and leave in their order', async () => {
  const { field, sent } = write('/to')
  await screen.findByText('Maria, here we are')
  screen.getByText('queue is empty')
  fireEvent.keyDown(field, { key: 'Enter' })
  const send = await screen.findByRole('button', { name: 'Send 3 messages' })
  expect([field.value, document.activeElement]).toEqual(['', send])
  fireEvent.click(screen.getByRole('button', { name: 'Take out message 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 messages' }))
  expect(sent).toEqual([
    { kind: 'storedFile', path: file.url },
    { kind: 'text', text: '10 Flower Street', format: 'markdown' },
  ])
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('what only the agent knows is asked for, and shown in its place at every letter', async () => {
  const { field } = write('/or')
  await screen.findByText('product is empty')
  fireEvent.keyDown(field, { key: 'Enter' })
  const answer = await screen.findByLabelText('Which product?')
  expect(field.value).toBe('')
  fireEvent.change(answer, { target: { value: 'notebook' } })
  screen.getByText('Your notebook is on its way')
  fireEvent.submit(answer.closest('form')!)
  await waitFor(() => expect(field.value).toBe('Your notebook is on its way'))
})

test('nothing found and nothing loaded are told apart', async () => {
  write('/zz')
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
