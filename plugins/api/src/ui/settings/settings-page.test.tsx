import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Configuration } from '../../configurations/configuration.ts'
import SettingsPage from './settings-page.tsx'

const connection = {
  id: '018f0000-0000-7000-8000-00000000000c',
  name: 'Shop number',
  type: 'sms',
  status: 'connected',
  isActive: true,
  reaches: 'phone',
}
const configuration = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'Web shop',
  sessionId: connection.id as Configuration['sessionId'],
  urlServiceStatus: null,
  urlMessageStatus: null,
  isActive: true,
  sendBy: 'any',
  closeTicket: false,
  scopes: ['send'],
  tokens: [
    {
      id: '018f0000-0000-7000-8000-000000000002',
      last4: 'aB3d',
      createdAt: '2026-11-20T10:00:00.000Z',
      endsAt: null,
      lastUsedAt: null,
    },
  ],
} satisfies Configuration

const sent: { method: string; path: string; body: unknown }[] = []
function open(
  configurations: readonly Configuration[],
  { permissions = ['api.manage'], answer = () => Response.json(configuration) } = {},
) {
  renderPage(SettingsPage, {
    plugin: { id: 'api', version: '0.1.0', title: 'API' },
    words,
    permissions,
    fetch: async (path, { method = 'GET', body }) => {
      if (method === 'GET') return Response.json(path.endsWith('/configurations') ? configurations : [connection])
      sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return answer()
    },
  })
}
afterEach(() => {
  cleanup()
  sent.length = 0
})

test('a card says what the token may do, and shows the address and examples of this installation', async () => {
  open([configuration])
  const card = within(await screen.findByRole('article', { name: 'Web shop' }))
  await card.findByText(/Channel: Shop number/)
  card.getByText('Token ending in aB3d · never used')
  const address = `${window.location.origin}/v1/api/external/${configuration.id}`
  card.getByText(address)
  fireEvent.click(card.getByRole('button', { name: words.card.examples }))
  expect(card.getByRole('region', { name: 'Example in curl' }).textContent).toContain(address)
})

test('a new token is shown once, after the question for how long the old one is accepted', async () => {
  open([configuration], { answer: () => Response.json({ configuration, token: 'rck_new' }) })
  fireEvent.click(await screen.findByRole('button', { name: words.card.renew }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(words.renew.overlap), { target: { value: '0' } })
  fireEvent.click(dialog.getByRole('button', { name: words.renew.confirm }))
  await screen.findByText('rck_new')
  expect(sent).toEqual([
    { method: 'POST', path: `/p/api/configurations/${configuration.id}/token`, body: { overlapHours: 0 } },
  ])
  fireEvent.click(screen.getByRole('button', { name: words.token.kept }))
  await waitFor(() => expect(screen.queryByText('rck_new')).toBeNull())
})

test('what cannot be reached by number is not tried', async () => {
  open([{ ...configuration, sendBy: 'ticket' }])
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: words.card.try })).disabled).toBe(true)
})

test('who may not manage them is told so', async () => {
  open([configuration], { permissions: [] })
  await screen.findByText('You do not have access to this screen')
  expect(screen.queryByText(words.settings.title)).toBeNull()
})
