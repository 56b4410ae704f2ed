import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { id, openPage, rule } from '../page/automations.rig.tsx'

afterEach(cleanup)

const firing = (n: number, rest: object = {}) => ({
  id: id(n),
  ruleId: id(1),
  rule: 'Rule 1',
  at: '2026-01-02T10:00:00.000Z',
  ticketId: id(7),
  name: 'Maria',
  protocol: '20260101',
  results: [
    { plugin: 'automations', name: 'priority', state: 'refused', error: 'ERR_NO_TICKET_FOUND' },
    { plugin: 'automations', name: 'reply', state: 'skipped', error: null },
  ],
  ...rest,
})

test('each firing says what became of its actions and leads to its ticket; more are loaded, filters narrow them', async () => {
  const asked: string[] = []
  openPage({
    rules: [rule(1, { fired: 2 })],
    answer: ({ path }) => {
      if (!path.includes('/firings')) return undefined
      asked.push(path.slice(path.indexOf('?') + 1))
      return Response.json(
        path.includes('cursor=next')
          ? { firings: [firing(3, { name: null, protocol: null })], nextCursor: null }
          : path.includes('refused=true')
            ? { firings: [], nextCursor: null }
            : { firings: [firing(2)], nextCursor: 'next' },
      )
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Fired 2 times in 7 days.*See the activity of Rule 1$/ }))
  expect((await screen.findByRole('link', { name: /Maria/ })).getAttribute('href')).toBe(`/atendimento/${id(7)}`)
  expect(screen.getByRole('article').textContent).toContain('Set priority: The ticket is gone')
  within(screen.getByRole('article')).getByText(words.activity.states.skipped)
  fireEvent.click(screen.getByRole('button', { name: words.activity.more }))
  await screen.findByText(words.activity.goneTicket)
  fireEvent.click(screen.getByLabelText(words.activity.onlyRefused))
  await screen.findByText(words.activity.filtered)
  fireEvent.click(screen.getByRole('button', { name: words.activity.clear }))
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(words.activity.rule).value).toBe(''))
  expect(asked.slice(0, 3)).toEqual([`ruleId=${id(1)}`, `ruleId=${id(1)}&cursor=next`, `ruleId=${id(1)}&refused=true`])
})

test('a webhook says whether it arrived, when it is tried again, and why its attempts failed', async () => {
  const delivery = {
    url: 'https://loja.example/crm',
    state: 'waiting',
    attempts: 1,
    nextAt: '2026-01-02T10:05:00.000Z',
    log: [{ number: 1, at: '2026-01-02T10:00:01.000Z', ms: 42, outcome: 'status', status: 503 }],
  }
  openPage({
    rules: [rule(1, { fired: 1 })],
    answer: ({ path }) =>
      path.includes('/firings')
        ? Response.json({
            firings: [
              firing(2, {
                results: [{ plugin: 'automations', name: 'webhook', state: 'done', error: null, delivery }],
              }),
            ],
            nextCursor: null,
          })
        : undefined,
  })
  fireEvent.click(await screen.findByRole('button', { name: /See the activity of Rule 1$/ }))
  const attempts = await screen.findByRole('list', { name: words.delivery.attempts })
  expect(within(attempts).getByRole('listitem').textContent).toMatch(/^1\. .*answer 503 · 42 ms$/)
  screen.getByText('https://loja.example/crm')
  screen.getByText(words.delivery.state.waiting)
})
