import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import type { MeaningStanding } from '../meaning/standing.ts'
import { MeaningLine } from './meaning-line.tsx'

afterEach(cleanup)

const show = (standing: Partial<MeaningStanding>): void =>
  void renderPanel(<MeaningLine />, {
    plugin: { id: 'knowledge', version: '0.1.0', title: 'Knowledge base' },
    words,
    errors: { ERR_AI_BUDGET: 'The budget is used up.' },
    fetch: async () => Response.json({ state: 'off', model: null, read: 0, passages: 0, because: null, ...standing }),
  })

test('says that there is none, how far it is, and why it waits', async () => {
  show({})
  expect((await screen.findByRole('status')).textContent).toBe(words.meaning.off)
  cleanup()
  show({ state: 'reading', model: 'm', read: 340, passages: 1_400 })
  expect((await screen.findByRole('status')).textContent).toBe('Search by meaning: 340 of 1,400 passages')
  cleanup()
  show({ state: 'waiting', model: 'm', read: 340, passages: 400, because: 'ERR_AI_BUDGET' })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Search by meaning: 340 of 400 passages. It waits, and tries again by itself: The budget is used up.',
  )
})
