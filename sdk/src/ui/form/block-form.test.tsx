import type { FormField } from '@recado/contracts'
import { renderPanel } from '@recado/sdk/testing/ui'
import { BlockForm, BlockValues, issuesBelow, startingValues, useFieldProblems, valuesToSend } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

const field = (name: string, type: FormField['type'], rest: Partial<FormField> = {}): FormField => ({
  name,
  type,
  required: false,
  ...rest,
})
const plugin = { id: 'rules', version: '1.0.0', title: 'Rules' }
const words = {
  block: {
    fields: {
      queue: { label: 'Queue' },
      tags: { label: 'Tags' },
      days: { label: 'Days', options: { mon: 'Monday', tue: 'Tuesday' } },
      minutes: { label: 'Minutes' },
      text: { label: 'Text' },
      place: { label: 'Place' },
    },
  },
}
const fields = [
  field('queue', 'reference', { refersTo: 'queue', required: true }),
  field('tags', 'referenceArray', { refersTo: 'tag', required: true }),
  field('days', 'enumArray', { options: ['mon', 'tue'] }),
  field('minutes', 'integer'),
  field('text', 'text'),
  field('place', 'string'),
]
const answers: Readonly<Record<string, unknown>> = {
  '/queue': [
    { id: 'q1', queue: 'Sales', color: '#112233', isActive: true },
    { id: 'q2', queue: 'Closed down', color: '#112233', isActive: false },
  ],
  '/tags': [
    { id: 't1', tag: 'VIP', color: '#112233', isActive: true },
    { id: 't2', tag: 'Ação', color: '#445566', isActive: true },
  ],
}
const asked: string[] = []

function draw(
  values: Record<string, unknown>,
  {
    issues = {},
    answer = (path: string) => Response.json(answers[path]),
  }: { issues?: Record<string, string>; answer?: (path: string) => Response } = {},
) {
  let latest = values
  function Held() {
    const [held, setHeld] = useState(() => startingValues(fields, values))
    latest = held
    const problems = useFieldProblems()(fields, held)
    return (
      <>
        <BlockForm
          fields={fields}
          values={held}
          issues={issues}
          namespace="plugin.rules"
          prefix="block.fields"
          onChange={setHeld}
        />
        <p data-testid="line">
          <BlockValues fields={fields} values={held} namespace="plugin.rules" prefix="block.fields" />
        </p>
        <p data-testid="problems">{Object.keys(problems).join(' ')}</p>
      </>
    )
  }
  renderPanel(<Held />, {
    plugin,
    words,
    fetch: async (path) => {
      asked.push(path)
      return answer(path)
    },
  })
  return { sent: () => valuesToSend(fields, latest) }
}
const choose = async (combobox: string | RegExp, typed: string, option: string, { several = false } = {}) => {
  const trigger = screen.getByRole('combobox', { name: combobox })
  fireEvent.click(trigger)
  const list = await screen.findByRole('listbox')
  fireEvent.change(screen.getByPlaceholderText('Search'), { target: { value: typed } })
  await within(list).findByRole('option', { name: option, selected: true })
  fireEvent.keyDown(screen.getByPlaceholderText('Search'), { key: 'Enter' })
  if (!several) await waitFor(() => expect(document.activeElement).toBe(trigger))
}

afterEach(() => {
  cleanup()
  asked.length = 0
})

test('what is referred to is found by typing, without its accents, and sent by its id', async () => {
  const { sent } = draw({})
  await choose(/^Queue/, 'sal', 'Sales')
  expect(screen.getByRole('combobox', { name: /^Queue/ }).textContent).toBe('Sales')
  await choose(/^Tags/, 'acao', 'Ação', { several: true })
  fireEvent.click(screen.getByLabelText('Tuesday'))
  fireEvent.click(screen.getByLabelText('Monday'))
  fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '30' } })
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Hello' } })
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Lisbon' } })
  expect(sent()).toEqual({
    queue: 'q1',
    tags: ['t2'],
    days: ['mon', 'tue'],
    minutes: 30,
    text: 'Hello',
    place: 'Lisbon',
  })
  expect(screen.getByTestId('line').textContent).toBe(
    'Sales · Ação · Monday, Tuesday · Minutes: 30 · “Hello” · Place: Lisbon',
  )
  expect(asked.toSorted()).toEqual(['/queue', '/tags'])
})

test('what is switched off cannot be chosen anew, what is gone says so and can be taken out', async () => {
  const { sent } = draw({ queue: 'q2', tags: ['t1', 'nobody'] })
  await screen.findByText('No longer available')
  expect(screen.getByRole('combobox', { name: /^Queue/ }).textContent).toBe('Closed down')
  fireEvent.click(screen.getByLabelText('Remove No longer available'))
  expect(sent()).toEqual({ queue: 'q2', tags: ['t1'] })
  await choose(/^Queue/, 'sal', 'Sales')
  fireEvent.click(screen.getByRole('combobox', { name: /^Queue/ }))
  expect(
    within(await screen.findByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sales'])
})

test('issues stand at their fields, and what is missing is known before it is sent', async () => {
  draw(
    {},
    {
      issues: issuesBelow(
        {
          'actions.1.input.queue': 'Not this one',
          'actions.1.input.tags.0': 'Gone',
          'actions.10.input.text': 'Another block',
        },
        'actions.1.input',
      ),
    },
  )
  expect(screen.getByRole('combobox', { name: /^Queue/ }).getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Not this one')
  screen.getByText('Gone')
  expect(screen.queryByText('Another block')).toBeNull()
  expect(screen.getByTestId('problems').textContent).toBe('queue tags')
})

test('what cannot be read is said in the list and asked again', async () => {
  let isAway = true
  draw(
    {},
    {
      answer: (path) =>
        isAway ? Response.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 }) : Response.json(answers[path]),
    },
  )
  fireEvent.click(screen.getByRole('combobox', { name: /^Queue/ }))
  const retry = await screen.findByText('Try again')
  isAway = false
  fireEvent.click(retry)
  await screen.findByRole('option', { name: 'Sales' })
  expect(screen.queryByText('Try again')).toBeNull()
})
