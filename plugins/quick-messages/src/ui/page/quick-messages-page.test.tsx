import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import words from '../../../locales/en.json' with { type: 'json' }
import type { QuickMessage } from '../../messages/quick-message.ts'
import QuickMessagesPage from './quick-messages-page.tsx'

const own: QuickMessage = {
  id: '018f0000-0000-7000-8000-00000000000a',
  key: 'hello',
  message: 'Hello {{name}}',
  scope: 'personal',
  queueId: null,
  queue: null,
  file: null,
  parts: [{ id: '018f0000-0000-7000-8000-0000000000aa', text: 'Hello {{name}}', file: null }],
  editable: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const everybodys: QuickMessage = {
  ...own,
  id: '018f0000-0000-7000-8000-00000000000b',
  key: 'hours',
  message: 'From 9 to 6',
  parts: [{ id: '018f0000-0000-7000-8000-0000000000bb', text: 'From 9 to 6', file: null }],
  scope: 'global',
  editable: false,
}

/** JSON as it is; of a form its draft and the names of its files. */
const bodyOf = (body: RequestInit['body']): unknown => {
  if (body instanceof FormData)
    return {
      draft: JSON.parse(String(body.get('draft'))) as unknown,
      files: body.getAll('files').map((file) => (file as File).name),
    }
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : body
}
type Call = { method: string; path: string; body: unknown }
function show(answer: (call: Call) => Response, permissions = ['quick-messages.use']) {
  const calls: Call[] = []
  renderPanel(<QuickMessagesPage />, {
    plugin: { id: 'quick-messages', version: '0.1.0', title: 'Quick messages' },
    words,
    permissions,
    errors: { ERR_FAST_REPLY_EXISTS: 'This shortcut is taken' },
    fetch: async (path, init) => {
      const call = { method: init.method ?? 'GET', path, body: bodyOf(init.body) }
      if (path.endsWith('/variables') && call.method === 'GET') return Response.json({ timeZone: 'UTC', variables: [] })
      calls.push(call)
      return answer(call)
    },
  })
  return { calls, written: () => calls.filter(({ method }) => method !== 'GET') }
}
const list = (...messages: QuickMessage[]) => Response.json({ messages, nextCursor: null })
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
afterEach(cleanup)

test('what may be changed has its buttons, the rest says that it is only for reading', async () => {
  show(() => list(own, everybodys))
  const row = (await screen.findByText('/hours')).closest('tr')!
  expect(within(row).queryByRole('button')).toBeNull()
  within(row).getByText(words.page.readOnly)
  screen.getByRole('button', { name: 'Edit hello' })
})

test('an empty list teaches the first step; without permission there is nothing to see', async () => {
  show(() => list())
  await screen.findByText(words.empty.title)
  cleanup()
  const { calls } = show(() => list(own), [])
  expect(calls).toEqual([])
})

test('a list that fails says so and tries again', async () => {
  let broken = true
  show(() => (broken ? Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 }) : list(own)))
  const alert = await screen.findByRole('alert')
  broken = false
  fireEvent.click(within(alert).getByRole('button'))
  expect((await screen.findByText('/hello')).tagName).toBe('TH')
})

test('an agent writes for themselves only; the preview shows what the customer reads; a taken shortcut is said at its field', async () => {
  const { written } = show(({ method }) =>
    method === 'GET' ? list() : Response.json({ error: 'ERR_FAST_REPLY_EXISTS' }, { status: 409 }),
  )
  fireEvent.click(screen.getByRole('button', { name: words.page.create }))
  expect(screen.getByLabelText<HTMLSelectElement>(words.field.scope, { selector: 'select' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await screen.findByText(words.invalid.key)
  expect(written()).toEqual([])

  fill(/Shortcut/, ' thanks ')
  fill(/Message/, 'Thank you, {{name}}!')
  screen.getByText('Thank you, Mary!')
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await screen.findByText('This shortcut is taken')
  expect(written()).toEqual([
    {
      method: 'POST',
      path: '/p/quick-messages/messages',
      body: {
        draft: {
          key: 'thanks',
          scope: 'personal',
          queueId: null,
          parts: [{ text: 'Thank you, {{name}}!', file: null }],
        },
        files: [],
      },
    },
  ])
})

test('parts are added, moved and taken out; a part that was taken out comes back, and all go to the server together', async () => {
  const { written } = show(({ method }) =>
    method === 'GET' ? list(own) : Response.json({ error: 'ERR_FILE_TYPE' }, { status: 422 }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Edit hello' }))
  fireEvent.click(screen.getByRole('button', { name: words.parts.add }))
  fireEvent.change(screen.getByLabelText('File of part 2'), { target: { files: [new File(['x'], 'price.pdf')] } })
  fireEvent.click(screen.getByRole('button', { name: 'Move part 2 up' }))
  screen.getByText('It is part 1 of 2 now.')
  fireEvent.click(screen.getByRole('button', { name: 'Remove part 2' }))
  expect(screen.queryByDisplayValue('Hello {{name}}')).toBeNull()
  const undo = screen.getByRole('button', { name: words.parts.undo })
  expect(document.activeElement).toBe(undo)
  fireEvent.click(undo)
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await screen.findByRole('alert')
  expect(written()).toEqual([
    {
      method: 'PUT',
      path: `/p/quick-messages/messages/${own.id}`,
      body: {
        draft: {
          key: 'hello',
          scope: 'personal',
          queueId: null,
          parts: [
            { text: '', file: { upload: 0 } },
            { text: 'Hello {{name}}', file: null },
          ],
        },
        files: ['price.pdf'],
      },
    },
  ])
  screen.getByDisplayValue('Hello {{name}}')
})

test('an empty part is said at its field', async () => {
  const { written } = show(() => list(own))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit hello' }))
  fireEvent.click(screen.getByRole('button', { name: words.parts.add }))
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await screen.findByText(words.invalid.empty)
  expect(written()).toEqual([])
})

test('a company names its own variables, which must not be those of everybody', async () => {
  const { written } = show(
    ({ method }) => (method === 'GET' ? list(own) : Response.json({ timeZone: 'UTC', variables: [] })),
    ['quick-messages.use', 'quick-messages.manage'],
  )
  fireEvent.click(await screen.findByRole('button', { name: words.variables.open }))
  fireEvent.click(await screen.findByRole('button', { name: words.variables.add }))
  fill(/^Name/, 'agent')
  fill(/^Description/, 'Which product?')
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await screen.findByText(words.variables.invalid.key.taken)
  fill(/^Name/, 'product')
  fireEvent.click(screen.getByRole('button', { name: kit.save }))
  await waitFor(() =>
    expect(written()).toEqual([
      {
        method: 'PUT',
        path: '/p/quick-messages/variables',
        body: { variables: [{ key: 'product', label: 'Which product?', value: null }] },
      },
    ]),
  )
})

test('deleting says what will happen and asks first', async () => {
  const { written } = show(({ method }) => (method === 'GET' ? list(own) : Response.json({ message: '' })))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete hello' }))
  screen.getByText(words.delete.personal)
  expect(written()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: words.delete.confirm }))
  await waitFor(() =>
    expect(written()).toMatchObject([{ method: 'DELETE', path: `/p/quick-messages/fastreply/${own.id}` }]),
  )
})
