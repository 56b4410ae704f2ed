import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import kit from '@recado/sdk/ui/locales/en.json' with { type: 'json' }
import words from '../../../locales/en.json' with { type: 'json' }
import { id, openPage, rule } from '../page/automations.rig.tsx'

afterEach(cleanup)

const open = async (name: string): Promise<HTMLElement> => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog')
}
const add = async (dialog: HTMLElement, what: string, option: string) => {
  fireEvent.click(within(dialog).getByRole('button', { name: what }))
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }))
  await within(dialog).findByRole('listitem', { name: option })
}
const save = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: kit.save }))
const refused = (body: object, status = 422) => Response.json(body, { status })

test('what is missing is said at its field, and a whole rule is sent with the types of its blocks', async () => {
  const asked = openPage({
    rules: [rule(1)],
    answer: ({ method }) => (method === 'POST' ? Response.json(rule(2)) : undefined),
  })
  const dialog = await open(words.page.create)
  save(dialog)
  await within(dialog).findByText(words.editor.needs.name)
  within(dialog).getByText(words.editor.needs.actions)
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Name/)))
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: ' Invoices ' } })
  await add(dialog, words.editor.conditions.add, 'Message text')
  fireEvent.change(within(dialog).getByLabelText(/^Words/), { target: { value: 'invoice' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  fireEvent.click(within(dialog).getByLabelText(words.editor.negated))
  await add(dialog, words.editor.actions.add, 'Reply')
  fireEvent.change(within(dialog).getByLabelText(/^Text/), { target: { value: 'Here it is' } })
  save(dialog)
  await waitFor(() =>
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/p/automations/rules',
        body: {
          name: 'Invoices',
          isActive: true,
          trigger: { kind: 'event', event: 'received' },
          match: 'all',
          repetition: 'always',
          isLast: false,
          conditions: [
            { plugin: 'automations', name: 'text', input: { words: ['invoice'], test: 'any' }, negated: true },
          ],
          actions: [{ plugin: 'automations', name: 'reply', input: { text: 'Here it is' } }],
        },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('issues of the server stand at their fields, and nothing typed is lost', async () => {
  const answers = [
    refused({
      error: 'ERR_VALIDATION',
      issues: [{ path: 'body.conditions.0.input.queues.0', message: 'ERR_NO_QUEUE_FOUND' }],
    }),
    refused({ error: 'ERR_AUTOMATION_BLOCK', issues: [{ path: 'body.actions.0', message: 'off' }] }),
    refused({ error: 'ERR_RULE_EXISTS' }, 409),
  ]
  openPage({
    rules: [
      rule(1, { conditions: [{ plugin: 'automations', name: 'queue', input: { queues: [id(9)] }, negated: false }] }),
    ],
    answer: ({ method }) => (method === 'PUT' ? answers.shift() : undefined),
  })
  const dialog = await open('Edit Rule 1')
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Typed anew' } })
  save(dialog)
  await waitFor(() =>
    expect(
      within(dialog)
        .getByRole('combobox', { name: /^Queues/ })
        .getAttribute('aria-invalid'),
    ).toBe('true'),
  )
  within(dialog).getByText('The queue is gone')
  save(dialog)
  await within(dialog).findByText('It cannot be used here')
  save(dialog)
  await within(dialog).findByText('There is a rule with this name')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Typed anew')
})

test('a rule by time waits a span, asks nothing about words, and ends with what ends it', async () => {
  const asked = openPage({
    rules: [
      rule(1, {
        conditions: [{ plugin: 'automations', name: 'text', input: { words: ['x'], test: 'any' }, negated: false }],
      }),
    ],
    answer: ({ method }) => (method === 'PUT' ? Response.json(rule(1)) : undefined),
  })
  const dialog = await open('Edit Rule 1')
  fireEvent.change(within(dialog).getByLabelText(words.trigger.kind), { target: { value: 'time' } })
  fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${words.trigger.amount}`)), { target: { value: '0' } })
  await add(dialog, words.editor.actions.add, 'Resolve')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move “Resolve” up' }))
  save(dialog)
  await within(dialog).findByText(words.editor.needs.minutes)
  within(dialog).getByText(words.editor.trouble.silent)
  within(dialog).getByText(words.editor.trouble.early)
  fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${words.trigger.amount}`)), { target: { value: '2' } })
  fireEvent.change(within(dialog).getByLabelText(words.trigger.unit), { target: { value: 'hours' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove “Message text”' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move “Resolve” down' }))
  save(dialog)
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toMatchObject([
      {
        trigger: { kind: 'time', clock: 'unanswered', minutes: 120 },
        conditions: [],
        actions: [{ name: 'priority' }, { name: 'resolve' }],
      },
    ]),
  )
})

test('what is not saved is asked about, what is removed can be brought back', async () => {
  openPage({ rules: [rule(1)] })
  const dialog = await open('Edit Rule 1')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove “Set priority”' }))
  const undo = within(dialog).getByRole('button', { name: words.editor.undo })
  await waitFor(() => expect(document.activeElement).toBe(undo))
  fireEvent.click(within(dialog).getByRole('button', { name: kit.cancel }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.click(within(dialog).getByRole('button', { name: words.editor.undo }))
  await within(dialog).findByRole('listitem', { name: 'Set priority' })
  fireEvent.click(within(dialog).getByRole('button', { name: kit.cancel }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a simulation adds its parts up, says what it could not ask, and that it is of another rule by now', async () => {
  const sample = { at: '2026-01-02T10:00:00.000Z', ticketId: id(7), name: 'Maria', protocol: '20260101' }
  const part = {
    since: '2026-01-01T00:00:00.000Z',
    tickets: 50,
    events: 200,
    problems: [],
    samples: [sample],
    nextCursor: null,
  }
  let isWaiting = false
  const asked = openPage({
    rules: [
      rule(1, { conditions: [{ plugin: 'automations', name: 'queue', input: { queues: [id(9)] }, negated: false }] }),
    ],
    answer: ({ path, body }) => {
      if (!path.endsWith('simulations')) return undefined
      if (isWaiting) return refused({ error: 'ERR_NO_TICKET_FOUND' }, 404)
      return Response.json(
        (body as { cursor: string | null }).cursor === null
          ? { ...part, fired: 30, firedTickets: 10, nextCursor: 'more' }
          : { ...part, fired: 7, firedTickets: 2, samples: [], problems: [{ at: 0, error: 'ERR_AUTOMATION_BLOCK' }] },
      )
    },
  })
  const dialog = await open('Edit Rule 1')
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.run }))
  await within(dialog).findByText('It would have fired 37 times in 12 tickets in the last 7 days.')
  expect(within(dialog).getByRole('link', { name: /Maria/ }).getAttribute('href')).toBe(`/atendimento/${id(7)}`)
  within(dialog).getByText(/“Queue” could not be asked\..*It cannot be used here/)
  expect(asked.map(({ body }) => (body as { cursor: string | null }).cursor)).toEqual([null, 'more'])
  fireEvent.click(within(dialog).getByLabelText(words.editor.isLast))
  await within(dialog).findByText(words.simulate.outdated)
  isWaiting = true
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.again }))
  await within(dialog).findByText('The ticket is gone')
})

test('a rule that begins with an answer is simulated with those that were given, or with one that is supposed', async () => {
  const asked = openPage({
    rules: [rule(1, { trigger: { kind: 'event', event: 'surveyed' } })],
    answer: ({ path }) =>
      path.endsWith('simulations')
        ? Response.json({
            since: '2026-01-01T00:00:00.000Z',
            tickets: 1,
            events: 1,
            fired: 1,
            firedTickets: 1,
            problems: [],
            samples: [],
            nextCursor: null,
          })
        : undefined,
  })
  const dialog = await open('Edit Rule 1')
  const choose = (field: string, value: string) =>
    fireEvent.change(within(dialog).getByRole('combobox', { name: field }), { target: { value } })
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.run }))
  await within(dialog).findByText(/It would have fired 1 time/)
  choose(words.simulate.answer.source, 'supposed')
  await within(dialog).findByText(words.simulate.outdated)
  choose(words.simulate.answer.kind, 'csat')
  choose(words.simulate.answer.grade, '2')
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.again }))
  await waitFor(() =>
    expect(
      asked
        .filter(({ path }) => path.endsWith('simulations'))
        .map(({ body }) => (body as { answer: object | null }).answer),
    ).toEqual([null, { kind: 'csat', grade: 2 }]),
  )
})

test('a simulation that is stopped says how far it came', async () => {
  const part = {
    since: '2026-01-01T00:00:00.000Z',
    tickets: 50,
    events: 200,
    problems: [],
    samples: [],
    fired: 3,
    firedTickets: 2,
    nextCursor: 'more',
  }
  const parts = [Promise.resolve(Response.json(part)), new Promise<Response>(() => undefined)]
  openPage({ rules: [rule(1)], answer: ({ path }) => (path.endsWith('simulations') ? parts.shift() : undefined) })
  const dialog = await open('Edit Rule 1')
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.run }))
  await within(dialog).findByText('50 tickets looked at…')
  fireEvent.click(within(dialog).getByRole('button', { name: words.simulate.cancel }))
  expect(await within(dialog).findByText('Stopped: so far it would have fired 3 times in 2 tickets.')).toBeTruthy()
})
