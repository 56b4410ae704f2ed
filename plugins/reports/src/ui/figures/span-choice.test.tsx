import { renderPage } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import { SpanChoice } from './span-choice.tsx'

afterEach(cleanup)

test.each([
  ['the last days, though they are the month too', '2026-11-30', '2026-11-01', '2026-11-30', ['30 days']],
  ['the month until today', '2026-11-29', '2026-11-01', '2026-11-29', ['This month']],
  ['none for other days', '2026-11-30', '2026-11-02', '2026-11-30', []],
])('one usual span is shown as chosen: %s', async (_what, today, from, until, chosen) => {
  renderPage(() => <SpanChoice span={{ from, until }} today={today} onChange={() => undefined} />, {
    plugin: { id: 'reports', version: '0.1.0', title: 'Reports' },
    words,
  })
  await screen.findByRole('button', { name: 'Last month' })
  const pressed = screen.queryAllByRole('button', { pressed: true })
  expect(pressed.map(({ textContent }) => textContent)).toEqual(chosen)
})
