import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { Key, KeyList } from '../../keys/key.ts'
import KeysPage from './keys-page.tsx'

const key: Key = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'Laptop',
  scopes: ['read', 'draft'],
  user: { id: '018f0000-0000-7000-8000-00000000000a', name: 'Ana' },
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2126-11-20T10:00:00.000Z',
  lastUsedAt: null,
  leadsTo: null,
}
const grantable: KeyList['grantable'] = ['read', 'draft', 'send']

const sent: { method: string; path: string; body: unknown }[] = []
function open(keys: readonly Key[], permissions: readonly string[] = ['mcp.keys']) {
  renderPage(KeysPage, {
    plugin: { id: 'mcp', version: '0.1.0', title: 'MCP server' },
    words,
    permissions,
    fetch: async (path, { method = 'GET', body }) => {
      if (method === 'GET')
        return Response.json({ keys: path.endsWith('/company-keys') ? [key] : [...keys], grantable } satisfies KeyList)
      sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return Response.json(method === 'POST' ? { key, text: 'rcd_text' } : {})
    },
  })
}
afterEach(() => {
  cleanup()
  sent.length = 0
})

test('a key is made with the chosen scopes, and shown once with set-ups that have it', async () => {
  open([])
  await screen.findByText(words.page.none)
  fireEvent.click(screen.getByRole('button', { name: words.page.make }))
  const form = within(await screen.findByRole('dialog'))
  fireEvent.click(form.getByRole('button', { name: words.form.make }))
  await form.findByText(words.form.nameMissing)
  fireEvent.change(form.getByRole('textbox'), { target: { value: ' Laptop ' } })
  fireEvent.click(form.getByRole('checkbox', { name: /^Draft/ }))
  expect(form.queryByRole('checkbox', { name: /^Tag/ })).toBeNull()
  fireEvent.click(form.getByRole('button', { name: words.form.make }))
  const shown = within(await screen.findByRole('dialog', { name: 'Key Laptop' }))
  shown.getByText('rcd_text')
  expect(shown.getByRole('region', { name: 'Set-up for JSON' }).textContent).toContain('Bearer rcd_text')
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/p/mcp/keys',
      body: { name: 'Laptop', scopes: ['read', 'draft'], expiresAt: expect.any(String) },
    },
  ])
  fireEvent.click(shown.getByRole('button', { name: words.made.kept }))
  await waitFor(() => expect(screen.queryByText('rcd_text')).toBeNull())
})

test('a key is revoked after a question', async () => {
  open([key])
  const card = within(await screen.findByRole('article', { name: 'Laptop' }))
  card.getByText(/never used/)
  fireEvent.click(card.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revoke.confirm }))
  await waitFor(() => expect(sent).toEqual([{ method: 'DELETE', path: `/p/mcp/keys/${key.id}`, body: undefined }]))
})

test('who manages keys sees those of the company, and whose they are', async () => {
  open([], ['mcp.keys', 'mcp.manage'])
  const tab = await screen.findByRole('tab', { name: words.page.company })
  fireEvent.mouseDown(tab)
  fireEvent.mouseUp(tab)
  const card = within(await screen.findByRole('article', { name: 'Laptop' }))
  card.getByText(/^Ana · created/)
  fireEvent.click(card.getByRole('button', { name: 'Revoke Laptop' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revoke.confirm }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`/p/mcp/company-keys/${key.id}`]))
})

test('who may not make keys is told so', async () => {
  open([key], [])
  await screen.findByText('You do not have access to this screen')
  expect(screen.queryByText(words.page.title)).toBeNull()
})
