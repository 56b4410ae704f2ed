import type { AutomationBlock } from '@recado/sdk'
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import words from '../../../locales/en.json' with { type: 'json' }
import type { Macro } from '../../macros/macro.ts'
import MacrosPage from './macros-page.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const gone: Macro = {
  id: id(1),
  name: 'Old',
  shared: false,
  editable: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
  steps: [{ kind: 'addTag', tagId: id(5) as never }],
  subjects: [{ id: id(5), name: null, color: null, isGone: true }],
  actions: [],
}
const shared: Macro = {
  ...gone,
  id: id(2),
  name: 'Close',
  shared: true,
  editable: false,
  steps: [{ kind: 'resolve', withoutFarewell: false }],
  subjects: [],
}

const charge: AutomationBlock = {
  plugin: 'pix',
  pluginTitle: { en: 'Pix' },
  name: 'charge',
  namespace: 'plugin.pix',
  words: 'automation.actions.charge',
  icon: null,
  about: 'ticket',
  ends: true,
  fields: [
    { name: 'amount', type: 'integer', required: true, min: 1 },
    { name: 'note', type: 'string', required: false },
  ],
}

const saved: unknown[] = []
function open(macros: readonly Macro[], answer: () => Response = () => Response.json(shared)) {
  renderPanel(<MacrosPage />, {
    plugin: { id: 'macros', version: '0.1.0', title: 'Macros' },
    words,
    permissions: ['macros.use'],
    fetch: async (path, init) => {
      if (init.method === 'POST' || init.method === 'PUT') {
        saved.push(JSON.parse(String(init.body)))
        return answer()
      }
      if (path.endsWith('/macros')) return Response.json(macros)
      if (path.endsWith('/actions')) return Response.json([charge])
      return Response.json(
        path.startsWith('/users')
          ? { users: [], nextCursor: null }
          : path.startsWith('/tags')
            ? [{ id: id(6), tag: 'VIP', color: '#112233', isActive: true }]
            : [],
      )
    },
  })
}
afterEach(() => {
  cleanup()
  saved.length = 0
})

test('without macros the page teaches what they are for', async () => {
  open([])
  await screen.findByText(words.empty.title)
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('both lists stand apart; what is gone is said, what is not one’s own is read only', async () => {
  open([shared, gone])
  const lists = await screen.findAllByRole('region')
  expect(lists.map((list) => within(list).getByRole('heading', { level: 3 }).textContent)).toEqual(['Close', 'Old'])
  screen.getByText(words.gone.tag)
  screen.getByText(words.page.readOnly)
})

test('a macro is put together, what is missing is said at its field, and a refusal loses nothing', async () => {
  open([], () => Response.json({ error: 'ERR_MACRO_EXISTS' }, { status: 409 }))
  fireEvent.click((await screen.findAllByRole('button', { name: words.page.create }))[0]!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await within(dialog).findByText(words.invalid.name)
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Name/)))
  within(dialog).getByText(words.invalid.empty)
  expect(saved).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Hello' } })
  expect(within(dialog).queryByText(words.invalid.name)).toBeNull()
  fireEvent.change(within(dialog).getByLabelText(/^Message/), { target: { value: 'Hi {{name}}, {{nobody}}' } })
  within(dialog).getByText('nobody does not exist')
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await waitFor(() =>
    expect(saved).toEqual([
      { name: 'Hello', shared: false, steps: [{ kind: 'reply', text: 'Hi {{name}}, {{nobody}}' }] },
    ]),
  )
  await waitFor(() => expect(within(dialog).getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe('Hi {{name}}, {{nobody}}')
})

test('an action of another plugin is a step like the others: its fields are checked, and what the server says stands at them', async () => {
  open([], () =>
    Response.json(
      { error: 'ERR_VALIDATION', issues: [{ path: 'body.steps.1.input.amount', rule: 'max', limit: 9, message: 'x' }] },
      { status: 422 },
    ),
  )
  fireEvent.click((await screen.findAllByRole('button', { name: words.page.create }))[0]!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Charge' } })
  fireEvent.change(within(dialog).getByLabelText(/^Message/), { target: { value: 'Hi' } })
  const add = within(dialog).getByRole('button', { name: words.steps.add })
  add.focus()
  fireEvent.keyDown(add, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'charge' }))
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await within(dialog).findByText('Fill in this field')
  expect(saved).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/^amount/), { target: { value: '12' } })
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await within(dialog).findByText('The maximum is 9')
  expect(saved).toEqual([
    {
      name: 'Charge',
      shared: false,
      steps: [
        { kind: 'reply', text: 'Hi' },
        { kind: 'action', plugin: 'pix', name: 'charge', input: { amount: 12 } },
      ],
    },
  ])
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^amount/).value).toBe('12')
})

test('a step of an action says what was entered; one that is not offered says so, in the list and in the editor', async () => {
  const input = { amount: 5, note: 'March' }
  open([
    {
      ...gone,
      name: 'Pay',
      steps: [
        { kind: 'action', plugin: 'pix', name: 'charge', input },
        { kind: 'action', plugin: 'fax', name: 'send', input: {} },
      ],
      subjects: [],
      actions: [charge],
    },
  ])
  await screen.findByText('charge')
  screen.getByText(/amount: 5 · .*March/)
  screen.getByText(/The plugin fax is switched off/)
  fireEvent.click(screen.getByRole('button', { name: 'Edit Pay' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getByLabelText<HTMLInputElement>(/^amount/).value).toBe('5'))
  within(dialog).getByText(/The plugin fax is switched off/)
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await within(dialog).findByText(words.invalid.unavailable)
  within(dialog).getByText(words.invalid.early)
  expect(saved).toEqual([])
})
