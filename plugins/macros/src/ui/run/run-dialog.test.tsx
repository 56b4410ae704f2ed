import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Macro } from '../../macros/macro.ts'
import { RunDialog } from './run-dialog.tsx'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const macro: Macro = { id: id(1), name: 'Thank and close', shared: true, editable: false, updatedAt: '2026-01-01T00:00:00.000Z', subjects: [], steps: [{ kind: 'reply', text: 'Thanks {{name}}' }, { kind: 'resolve', withoutFarewell: false }] }
const other: Macro = { ...macro, id: id(2), name: 'Escalate', steps: [{ kind: 'priority', priority: 'urgent' }] }
const preview = { steps: [{ kind: 'reply', text: 'Thanks Maria', empty: [], unknown: [], problem: null }, { kind: 'resolve', text: null, empty: [], unknown: [], problem: null }] }

interface Call { readonly path: string; readonly body: { key: string; ticketId: string } }
const runs: Call[] = []
let closed = 0
/** Answers runs one after the other with these. */
function open(...answers: Response[]) {
  renderPanel(<RunDialog ticketId={id(9)} macroId={undefined} onClose={() => { closed++ }} />, {
    plugin: { id: 'macros', version: '0.1.0', title: 'Macros' }, words,
    fetch: async (path, init) => {
      if (path.endsWith('/run')) {
        runs.push({ path, body: JSON.parse(String(init.body)) as Call['body'] })
        return answers.shift()!
      }
      return Response.json(path.includes('/preview') ? preview : [macro, other])
    },
  })
}
afterEach(() => {
  cleanup()
  runs.length = closed = 0
})
const step = (state: string, error: string | null = null) => ({ kind: 'x', state, error })

test('shows what will happen, runs what was chosen, and goes on until it is finished', async () => {
  open(Response.json({ finished: false, steps: [step('done'), step('waiting')], undo: null }), Response.json({ finished: true, steps: [step('done'), step('done')], undo: null }))
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
  open(Response.json({ finished: true, steps: [step('refused', 'ERR_CREATING_MESSAGE'), step('skipped')], undo: null }))
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await screen.findByText(words.result.refused)
  screen.getByText(words.result.skipped)
  expect(closed).toBe(0)
})

test('after a failure that may have done something the same run is asked for again', async () => {
  open(Response.json({ error: 'ERR_TIMEOUT' }, { status: 504 }), Response.json({ finished: true, steps: [step('done'), step('done')], undo: null }))
  await screen.findByText(/Thanks Maria/)
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: words.run.run }))
  await waitFor(() => expect(closed).toBe(1))
  expect(runs[0]!.body.key).toBe(runs[1]!.body.key)
})
