import { renderPanel } from '@recado/sdk/testing/ui'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { ProviderCard } from './provider-card.tsx'

test('another plugin is named, with what it does and what nobody does', async () => {
  renderPanel(<ProviderCard />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async () => Response.json({ plugin: 'Own models', offers: ['model', 'transcription'], models: [] }),
  })
  fireEvent.click(screen.getByText('Test'))
  expect((await screen.findByRole('status')).textContent).toContain('Own models')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Texts and functions',
    `Answers shown while they are written${words.provider.notOffered}`,
    `Images that are looked at${words.provider.notOffered}`,
    `Search by meaning${words.provider.notOffered}`,
    'Transcripts of recordings',
    `Answers as recordings${words.provider.notOffered}`,
  ])
})
