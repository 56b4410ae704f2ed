import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Overview } from '../../company/company.ts'
import SettingsPage from './settings-page.tsx'

const overview: Overview = {
  accountId: 7,
  baseUrl: 'https://recado.example',
  tokens: [
    {
      id: '018f0000-0000-7000-8000-000000000001',
      name: 'Evolution',
      last4: 'aB3d',
      createdAt: '2026-11-20T10:00:00.000Z',
      lastUsedAt: null,
    },
  ],
  inboxes: [
    {
      id: '018f0000-0000-7000-8000-000000000002',
      number: 3,
      name: 'Shop',
      isActive: true,
      webhookUrl: 'https://evolution.example/chatwoot/webhook/shop',
      last: { at: '2026-11-20T10:00:00.000Z', status: null },
      failure: { at: '2026-11-20T10:00:00.000Z', detail: 'the program refuses the request' },
    },
  ],
}

function open({
  permissions = ['chatwoot-api.manage'],
  given = overview,
}: { permissions?: string[]; given?: Overview } = {}) {
  renderPanel(<SettingsPage />, {
    plugin: { id: 'chatwoot-api', version: '0.1.0', title: 'Chatwoot API' },
    words,
    permissions,
    fetch: async (_path, { method = 'GET' }) =>
      Response.json(method === 'POST' ? { token: 'rck_new', id: overview.tokens[0]!.id } : given),
  })
}
afterEach(cleanup)

test('address, account and inboxes are told, with what failed last', async () => {
  open()
  expect((await screen.findByRole('region', { name: words.settings.base })).textContent).toBe('https://recado.example')
  expect(screen.getByRole('region', { name: words.settings.account }).textContent).toBe('7')
  screen.getByText('ending in aB3d · never used')
  screen.getByText('https://evolution.example/chatwoot/webhook/shop')
  screen.getByText(/the program refuses the request/)
})

test('a new token is shown in its dialog', async () => {
  open({ given: { ...overview, tokens: [] } })
  fireEvent.click(await screen.findByRole('button', { name: words.settings.create }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(words.token.name), { target: { value: 'n8n' } })
  fireEvent.click(dialog.getByRole('button', { name: words.token.make }))
  expect((await screen.findByRole('region', { name: words.token.label })).textContent).toBe('rck_new')
})

test('who may not manage it is told so', async () => {
  open({ permissions: [] })
  await screen.findByText('You do not have access to this screen')
  expect(screen.queryByText(words.settings.title)).toBeNull()
})
