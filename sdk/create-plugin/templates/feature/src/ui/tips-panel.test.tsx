// @vitest-environment happy-dom
import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import TipsPanel from './tips-panel.tsx'

const show = (answer: () => Promise<Response>) =>
  renderPanel(<TipsPanel />, {
    plugin: { id: 'template-plugin', version: '0.1.0', title: 'Template Plugin' },
    words,
    fetch: answer,
  })
afterEach(cleanup)

test('shows the tips that the plugin’s own route answers', async () => {
  show(async () => Response.json({ tips: ['Say the name.', 'Ask what is missing.'] }))
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    'Say the name.',
    'Ask what is missing.',
  ])
})

test('says what to do when there are none', async () => {
  show(async () => Response.json({ tips: [] }))
  expect(await screen.findByText(/no tips yet/)).toBeTruthy()
})

test('offers to try again when the call fails', async () => {
  show(async () => Response.json({ error: 'ERR_INTERNAL' }, { status: 500 }))
  expect(await screen.findByRole('button')).toBeTruthy()
})
