// @vitest-environment happy-dom
import { renderPanel } from '@recado/sdk/testing/ui'
import type { SlotMap } from '@recado/sdk/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import WebhookCard from './webhook-card.tsx'

const show = (webhookUrl?: string) =>
  renderPanel(<WebhookCard connection={{ webhookUrl } as SlotMap['connection.card']['connection']} />, {
    plugin: { id: 'template-plugin', version: '0.1.0', title: 'Template Plugin' },
    words,
  })
afterEach(cleanup)

test('shows the address of the webhook, to be copied', () => {
  show('https://recado.example/hooks/template-plugin/1/secret')
  expect(screen.getByRole('textbox', { name: 'Address of the webhook' })).toHaveProperty(
    'value',
    'https://recado.example/hooks/template-plugin/1/secret',
  )
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

test('says why there is none', () => {
  show()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(/no public address/)).toBeTruthy()
})
