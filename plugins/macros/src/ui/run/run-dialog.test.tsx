import { renderPanel } from '@recado/sdk/testing/ui'
import { toastQueue } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Macro } from '../../macros/macro.ts'
import { RunDialog } from './run-dialog.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const macro: Macro = {
  id: id(1),
  name: 'Thank and close',
  shared: true,
  editable: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  subjects: [],
  actions: [],
  steps: [
    { kind: 'reply', text: 'Thanks {{name}}' },
    { kind: 'resolve', withoutFarewell: false },
  ],
}
const other: Macro = { ...macro, id: id(2), name: 'Escalate', steps: [{ kind: 'priority', priority: 'urgent' }] }
const preview = {
  steps: [
    { kind: 'reply', text: 'Thanks Maria', empty: [], unknown: [], problem: null },
    { kind: 'resolve', text: null, empty: [], unknown: [], problem: null },
  ],
}

interface Call {
  readonly path: string
  readonly body: { key: string; ticketId: string }
}
const runs: Call[] = []
const undone: string[] = []
let closed = 0
/** Answers runs one after the other with these. */
function open(...answers: Response[]) {
  renderPanel(
    <RunDialog
      ticketId={id(9)}
      macroId={undefined}
      onClose={() => {
        closed++
      }}
    />,
    {
      plugin: { id: 'macros', version: '0.1.0', title: 'Macros' },
      words,
      errors: { ERR_DELETE_WAPP_MSG: 'This channel deletes nothing' },
      fetch: async (path, init) => {
        if (path.endsWith('/run')) {
          runs.push({ path, body: JSON.parse(String(init.body)) as Call['body'] })
          return answers.shift()!
        }
        if (init.method === 'DELETE' || init.method === 'PUT') {
          undone.push(`${init.method} ${path}`)
          return path === `/messages/${id(4)}`
            ? Response.json({ error: 'ERR_DELETE_WAPP_MSG' }, { status: 409 })
            : Response.json({})
        }
        return Response.json(path.includes('/preview') ? preview : [macro, other])
      },
    },
  )
}
afterEach(() => {
  cleanup()
  runs.length = undone.length = closed = 0
})
const step = (state: string, error: string | null = null) => ({ kind: 'x', state, error })

test('shows what will happen, runs what was chosen, and goes on until it is finished', async () => {
  open(
    Response.json({ finished: false, steps: [step('done'), step('waiting')], undo: null, stays: [] }),
    Response.json({ finished: true, steps: [step('done'), step('done')], undo: null, stays: [] }),
  )
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await waitFor(() => expect(closed).toBe(1))
  expect(runs.map(({ path }) => path)).toEqual([`/p/macros/macros/${macro.id}/run`, `/p/macros/macros/${macro.id}/run`])
  expect(new Set(runs.map(({ body }) => body.key)).size).toBe(1)
})

test('the keys choose while the focus stays in the search', async () => {
  open()
  const search = await screen.findByRole('searchbox')
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Escalate' }).checked).toBe(true)
  fireEvent.change(search, { target: { value: 'thank' } })
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

test('one that was stopped says what was done, what was refused and what was not begun', async () => {
  open(
    Response.json({
      finished: true,
      steps: [step('refused', 'ERR_CREATING_MESSAGE'), step('skipped')],
      undo: null,
      stays: [],
    }),
  )
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await screen.findByText(words.result.refused)
  screen.getByText(words.result.skipped)
  expect(closed).toBe(0)
})

test('after a failure that may have done something the same run is asked for again', async () => {
  open(
    Response.json({ error: 'ERR_TIMEOUT' }, { status: 504 }),
    Response.json({ finished: true, steps: [step('done'), step('done')], undo: null, stays: [] }),
  )
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await waitFor(() => expect(closed).toBe(1))
  expect(runs[0]!.body.key).toBe(runs[1]!.body.key)
})

test('taking it back deletes what was sent before its time is over, and says what stays and why', async () => {
  const sent = (...messages: string[]) => ({ ...step('done'), messages })
  open(
    Response.json({
      finished: true,
      steps: [sent(id(3), id(4)), { ...step('done'), note: id(5) }],
      undo: { priority: 'normal' },
      stays: ['farewell'],
    }),
  )
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await waitFor(() => expect(closed).toBe(1))
  toastQueue.shown()[0]!.action!.onClick()
  await waitFor(() =>
    expect(toastQueue.shown()[0]!.content).toBe(
      `${words.run.undone} ${words.run.taken_one} One message stays with the contact: This channel deletes ` +
        `nothing. ${words.run.stays.farewell}`,
    ),
  )
  expect(undone).toEqual([
    `DELETE /messages/${id(3)}`,
    `DELETE /messages/${id(4)}`,
    `DELETE /notes/${id(5)}`,
    `PUT /tickets/${id(9)}`,
  ])
})
