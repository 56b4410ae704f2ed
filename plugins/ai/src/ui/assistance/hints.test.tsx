import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { Hints } from './hints.tsx'

afterEach(cleanup)

test('tags and a priority are shown with the reasons, and each is taken by a click', async () => {
  const asked: { path: string; body: unknown }[] = []
  renderPanel(<Hints ticketId="t1" />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async (input, init) => {
      const body = init?.body ? (JSON.parse(String(init.body)) as unknown) : undefined
      asked.push({ path: `${init?.method} ${String(input)}`, body })
      return String(input).includes('hints')
        ? Response.json({
            tags: [{ id: 'g1', name: 'Returns', color: '#336699', why: 'Wants to return.' }],
            priority: { value: 'urgent', why: 'Waits for days.' },
          })
        : Response.json({})
    },
  })
  screen.getByText('Suggest').click()
  expect(await screen.findByText('Wants to return.')).toBeTruthy()
  expect(screen.getByText('Waits for days.')).toBeTruthy()
  expect(asked.filter(({ path }) => path.startsWith('PUT'))).toEqual([])
  screen.getByLabelText('Use Returns').click()
  await waitFor(() => expect(screen.getByLabelText<HTMLButtonElement>('Use Returns').disabled).toBe(true))
  screen.getByLabelText('Use Urgent priority').click()
  await waitFor(() => expect(asked.filter(({ path }) => path.startsWith('PUT'))).toHaveLength(2))
  expect(asked.slice(1).map(({ path, body }) => [path.replace(/^PUT .*\/tickets/, '/tickets'), body])).toEqual([
    ['/tickets/t1', { retag: { add: ['g1'] } }],
    ['/tickets/t1', { priority: 'urgent' }],
  ])
})
