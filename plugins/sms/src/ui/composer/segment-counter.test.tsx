import { renderPanel } from '@recado/sdk/testing/ui'
import type { Composer } from '@recado/sdk/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import SegmentCounter from './segment-counter.tsx'

const write = (text: string, mode: Composer['mode'] = 'reply') =>
  renderPanel(<SegmentCounter composer={{ text, mode } as Composer} />, {
    plugin: { id: 'sms', version: '0.1.0', title: 'SMS' },
    words,
  })
afterEach(cleanup)

test('shows how many SMS the text is, and says why', () => {
  write(`Não ${'a'.repeat(70)}`)
  expect(screen.getByText('2 SMS').getAttribute('aria-label')).toContain('70 characters per SMS')
  cleanup()
  write('a'.repeat(160))
  expect(screen.getByText('1 SMS').getAttribute('aria-label')).toContain('0 more characters fit')
})

test('is not there for an empty text and for notes', () => {
  write('')
  write('a note', 'note')
  expect(screen.queryByText(/SMS/)).toBeNull()
})
