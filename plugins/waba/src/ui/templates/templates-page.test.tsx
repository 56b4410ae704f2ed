import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import TemplatesPage from './templates-page.tsx'
import { approved, connection, draw, listOf, words } from './templates.rig.tsx'

const { page, editor, rule, empty } = words.templates
const show = (...parameters: Parameters<typeof draw> extends [unknown, ...infer Rest] ? Rest : never) =>
  draw(<TemplatesPage />, ...parameters)
const dialog = () => within(screen.getByRole('dialog'))
const fill = (label: RegExp | string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } })
afterEach(cleanup)

test('S4-074 a rejected template says why and what to do; one that is only seen has no editing', async () => {
  show(() =>
    listOf(
      { ...approved, status: 'REJECTED', rejectedReason: 'PROMOTIONAL: sells shoes' },
      {
        ...approved,
        id: '018f0000-0000-7000-8000-00000000000b',
        name: 'in_review',
        status: 'PENDING',
        editable: false,
      },
    ),
  )
  await screen.findByText(/The text sells something.*sells shoes/)
  fireEvent.click(screen.getByRole('button', { name: 'Open in_review' }))
  expect(dialog().getByLabelText<HTMLTextAreaElement>(/^Text/, { selector: 'textarea' }).disabled).toBe(true)
  expect(dialog().queryByRole('button', { name: editor.submit })).toBeNull()
})

test('nothing yet, nothing allowed and nothing loaded are told apart', async () => {
  show(() => listOf())
  await screen.findByText(empty.title)
  cleanup()
  const { calls } = show(() => listOf(), ['waba.templates.read'])
  expect(calls).toEqual([])
  cleanup()
  let broken = true
  show(() => (broken ? Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 }) : listOf(approved)))
  const alert = await screen.findByRole('alert')
  broken = false
  fireEvent.click(within(alert).getByRole('button'))
  await screen.findByRole('button', { name: 'Open order_ready' })
})

test('S5-079 S5-081 a draft needs its name only; submitting needs everything, and nothing is sent before', async () => {
  const { written } = show(({ method }) =>
    method === 'GET' ? listOf() : Response.json({ ...approved, status: 'DRAFT', wabaId: null }),
  )
  await screen.findByText(empty.title)
  fireEvent.click(screen.getAllByRole('button', { name: page.create })[0]!)
  fireEvent.click(dialog().getByRole('button', { name: editor.save }))
  await dialog().findByText(rule.nameRequired)
  expect(dialog().queryByText(rule.bodyRequired)).toBeNull()
  fireEvent.click(dialog().getByRole('button', { name: editor.submit }))
  await dialog().findByText(rule.bodyRequired)
  dialog().getByText(rule.categoryRequired)
  expect(written()).toEqual([])
  fill(/^Name/, 'Order-Ready')
  fireEvent.click(dialog().getByRole('button', { name: editor.save }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(written()).toMatchObject([
    { method: 'POST', path: '/p/waba/templates', body: { name: 'order_ready', connectionId: connection.id, body: '' } },
  ])
})

test('what WhatsApp refuses is shown in its words; the draft that was saved is not made twice', async () => {
  const { written } = show(({ method, path }) =>
    method === 'GET'
      ? listOf()
      : path.endsWith('/submit')
        ? Response.json({ error: 'ERR_PROVIDER_REFUSED', detail: 'too short' }, { status: 422 })
        : Response.json({ ...approved, status: 'DRAFT', wabaId: null }),
  )
  await screen.findByText(empty.title)
  fireEvent.click(screen.getAllByRole('button', { name: page.create })[0]!)
  fill(/^Name/, 'order_ready')
  fill(/^Category/, 'UTILITY')
  fill(/^Text/, 'Hello {{1}}, welcome.')
  fill(/^Example of \{\{1\}\}/, 'Mary')
  dialog().getByText('Hello Mary, welcome.')
  for (let attempt = 0; attempt < 2; attempt++) {
    fireEvent.click(dialog().getByRole('button', { name: editor.submit }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: editor.submit }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await dialog().findByText('It answered: too short')
  }
  expect(written().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /p/waba/templates',
    `POST /p/waba/templates/${approved.id}/submit`,
    `PUT /p/waba/templates/${approved.id}`,
    `POST /p/waba/templates/${approved.id}/submit`,
  ])
})

test('a name that is taken is said at its field; leaving what was written asks first', async () => {
  show(({ method }) =>
    method === 'GET'
      ? listOf(approved)
      : Response.json({ error: 'ERR_VALIDATION', issues: [{ path: 'name', message: 'nameTaken' }] }, { status: 422 }),
  )
  await screen.findByRole('button', { name: 'Open order_ready' })
  fireEvent.click(screen.getByRole('button', { name: page.create }))
  fill(/^Name/, 'order_ready')
  fireEvent.click(dialog().getByRole('button', { name: editor.save }))
  await dialog().findByText(rule.nameTaken)
  fireEvent.click(dialog().getByRole('button', { name: editor.cancel }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: editor.leave }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
