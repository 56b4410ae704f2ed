import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { QuickMessage } from '../../messages/quick-message.ts'
import QuickMessagesPage from './quick-messages-page.tsx'

const own: QuickMessage = { id: '018f0000-0000-7000-8000-00000000000a', key: 'hello', message: 'Hello {{name}}', scope: 'personal', queueId: null, queue: null, file: null, editable: true, updatedAt: '2026-01-01T00:00:00.000Z' }
const everybodys: QuickMessage = { ...own, id: '018f0000-0000-7000-8000-00000000000b', key: 'hours', message: 'From 9 to 6', scope: 'global', editable: false }

type Call = { method: string; path: string; body: unknown }
function show(answer: (call: Call) => Response, permissions = ['quick-messages.use']) {
  const calls: Call[] = []
  renderPanel(<QuickMessagesPage />, {
    plugin: { id: 'quick-messages', version: '0.1.0', title: 'Quick messages' }, words, permissions, errors: { ERR_FAST_REPLY_EXISTS: 'This shortcut is taken' },
    fetch: async (path, init) => {
      const call = { method: init.method ?? 'GET', path, body: typeof init.body === 'string' ? JSON.parse(init.body) as unknown : init.body }
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
  const { written } = show(({ method }) => (method === 'GET' ? list() : Response.json({ error: 'ERR_FAST_REPLY_EXISTS' }, { status: 409 })))
  fireEvent.click(screen.getByRole('button', { name: words.page.create }))
  expect(screen.getByLabelText<HTMLSelectElement>(words.field.scope, { selector: 'select' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: words.editor.save }))
  await screen.findByText(words.invalid.key)
  expect(written()).toEqual([])

  fill(/Shortcut/, ' thanks ')
  fill(/Message/, 'Thank you, {{name}}!')
  screen.getByText('Thank you, Mary!')
  fireEvent.click(screen.getByRole('button', { name: words.editor.save }))
  await screen.findByText('This shortcut is taken')
  expect(written()).toEqual([{ method: 'POST', path: '/p/quick-messages/fastreply', body: { key: 'thanks', message: 'Thank you, {{name}}!', scope: 'personal', queueId: null } }])
})

test('a file that fails after its words were saved does not make a second message', async () => {
  let fileWorks = false
  const { written } = show(({ method, path }) => (method === 'GET' ? list() : path.endsWith('/file') && !fileWorks ? Response.json({ error: 'ERR_FILE_TYPE' }, { status: 422 }) : Response.json(own)))
  fireEvent.click(screen.getByRole('button', { name: words.page.create }))
  fill(/Shortcut/, 'hello')
  fill(/Message/, 'Hello')
  fireEvent.change(screen.getByLabelText(words.field.file), { target: { files: [new File(['x'], 'x.exe')] } })
  fireEvent.click(screen.getByRole('button', { name: words.editor.save }))
  await screen.findByText(words.editor.edit)
  fileWorks = true
  fireEvent.click(screen.getByRole('button', { name: words.editor.save }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(written().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /p/quick-messages/fastreply', `PUT /p/quick-messages/fastreply/${own.id}/file`, `PUT /p/quick-messages/fastreply/${own.id}`, `PUT /p/quick-messages/fastreply/${own.id}/file`,
  ])
})

test('deleting says what will happen and asks first', async () => {
  const { written } = show(({ method }) => (method === 'GET' ? list(own) : Response.json({ message: '' })))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete hello' }))
  screen.getByText(words.delete.personal)
  expect(written()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: words.delete.confirm }))
  await waitFor(() => expect(written()).toMatchObject([{ method: 'DELETE', path: `/p/quick-messages/fastreply/${own.id}` }]))
})
