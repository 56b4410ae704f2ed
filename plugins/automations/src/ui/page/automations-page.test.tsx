import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import words from '../../../locales/en.json' with { type: 'json' }
import { id, openPage, rule } from './automations.rig.tsx'

afterEach(cleanup)

test('without rules the page teaches what they are for, and an example opens filled in', async () => {
  const asked = openPage()
  await screen.findByText(words.empty.title)
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(words.example.invoice) }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe(words.example.invoice)
  within(dialog).getByText('payment slip')
  fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: /^Tags/ }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(asked).toEqual([])
})

test('a rule is read as a sentence, with how often it fired and what is wrong with it', async () => {
  openPage({
    rules: [
      rule(1, {
        conditions: [
          { plugin: 'automations', name: 'queue', input: { queues: [id(9)] }, negated: true },
          { plugin: 'gone', name: 'weather', input: {}, negated: false },
        ],
        match: 'any',
        fired: 12,
        lastFiredAt: '2026-01-02T10:00:00.000Z',
        problems: [{ part: 'conditions', at: 1, error: 'ERR_AUTOMATION_BLOCK' }],
      }),
      rule(2, { trigger: { kind: 'time', clock: 'unanswered', minutes: 120 }, isActive: false }),
    ],
  })
  await screen.findByText('Sales')
  const [first, second] = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.closest('li'))
  expect(first!.textContent).toContain(
    'When the contact writes, if not Queue: Sales, or weather (gone), not available, then Set priority: Urgent.',
  )
  expect(first!.textContent).toContain('Fired 12 times in 7 days')
  expect(first!.textContent).toContain('It cannot be used here')
  expect(second!.textContent).toContain(
    'When the contact has waited for an answer for 2 hours, then Set priority: Urgent.',
  )
  expect(within(second!).getByRole<HTMLInputElement>('switch').checked).toBe(false)
})

test('rules are switched, moved with their new place said, and deleted when that is confirmed', async () => {
  const both = [rule(1), rule(2)]
  const asked = openPage({
    rules: both,
    answer: ({ method, path }) =>
      method === 'PATCH'
        ? Response.json(rule(1, { isActive: false }))
        : path.endsWith('rule-order')
          ? Response.json(both.toReversed())
          : method === 'DELETE'
            ? Response.json({ message: 'deleted' })
            : undefined,
  })
  fireEvent.click(await screen.findByRole('switch', { name: 'Rule Rule 1 on' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Rule Rule 1 on' }).checked).toBe(false),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Move Rule 2 up' }))
  await screen.findByText('Rule 2 is now number 1 of 2.')
  fireEvent.click(screen.getByRole('button', { name: 'Delete Rule 2' }))
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.list.deletion.confirm }),
  )
  await waitFor(() =>
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', `/p/automations/rules/${id(1)}`, { isActive: false }],
      ['PUT', '/p/automations/rule-order', { ids: [id(2), id(1)] }],
      ['DELETE', `/p/automations/rules/${id(2)}`, undefined],
    ]),
  )
})

test('the search narrows the rules, accents aside, and leaves nobody in the dark', async () => {
  openPage({ rules: [rule(1, { name: 'Atenção' }), rule(2)] })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'atencao' } })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Atenção'])
  expect(screen.queryByRole('button', { name: 'Move Atenção up' })).toBeNull()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
  fireEvent.click(screen.getByRole('button', { name: words.empty.clear }))
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
})

test('what cannot be read says so and is asked again; who may not see it is told', async () => {
  let isAway = true
  openPage({
    answer: ({ path }) =>
      isAway && path.endsWith('/rules') ? Response.json({ error: 'ERR_NETWORK' }, { status: 503 }) : undefined,
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  fireEvent.click(retry)
  await screen.findByText(words.empty.title)
  cleanup()
  openPage({ permissions: [] })
  expect(await screen.findByText('You do not have access to this screen')).toBeTruthy()
})

test('a rule by a date is read with the name of its attribute', async () => {
  openPage({
    rules: [rule(1, { trigger: { kind: 'date', of: 'ticket', attribute: 'renewal', days: 0, time: '09:00' } })],
    answer: ({ path }) =>
      path.startsWith('/attributes') ? Response.json([{ key: 'renewal', label: 'Renewal of the plan' }]) : undefined,
  })
  expect((await screen.findByText(/Renewal of the plan/)).textContent).not.toContain('renewal')
})

test('the key of webhooks is made where a rule has not needed one yet', async () => {
  let secret: string | null = null
  const log = openPage({
    rules: [
      rule(1, { actions: [{ plugin: 'automations', name: 'webhook', input: { url: 'https://loja.example/' } }] }),
    ],
    answer: ({ path, method }) => {
      if (!path.endsWith('/webhook-secret')) return undefined
      if (method === 'POST') secret = 'whsec_made'
      return Response.json({ secret })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: words.webhook.show }))
  fireEvent.click(await screen.findByRole('button', { name: words.webhook.make }))
  await screen.findByText('whsec_made')
  expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /p/automations/webhook-secret'])
})
