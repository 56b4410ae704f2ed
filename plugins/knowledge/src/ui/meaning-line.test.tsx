import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../locales/en.json' with { type: 'json' }
import type { MeaningStanding } from '../meaning/standing.ts'
import { MeaningLine } from './meaning-line.tsx'

afterEach(cleanup)

const off: MeaningStanding = {
  state: 'off',
  model: null,
  read: 0,
  passages: 0,
  because: null,
  refused: 0,
  refusals: [],
}
const show = (standing: Partial<MeaningStanding>): void =>
  void renderPanel(<MeaningLine />, {
    plugin: { id: 'knowledge', version: '0.1.0', title: 'Knowledge base' },
    words,
    errors: { ERR_AI_BUDGET: 'The budget is used up.', ERR_AI_TOO_LONG: 'Too long.' },
    fetch: async () => Response.json({ ...off, ...standing }),
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

test('names passages that the provider refuses, with the reason', async () => {
  const article = '0197f000-0000-7000-8000-000000000001'
  const refusals = [{ article, title: 'Prices', heading: 'Table', because: 'ERR_AI_TOO_LONG' }]
  show({ state: 'ready', model: 'm', read: 3, passages: 4, refused: 1, refusals })
  expect((await screen.findByText('1 passage is found by its words alone')).tagName).toBe('SUMMARY')
  expect(screen.getByRole('listitem').textContent).toBe('Prices › Table: Too long.')
})
