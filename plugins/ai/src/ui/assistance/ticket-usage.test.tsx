import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { TicketUsage as Used } from '../../usage/routes.ts'
import { TicketUsage } from './ticket-usage.tsx'

afterEach(cleanup)

const show = (used: Used) =>
  renderPanel(<TicketUsage ticketId="t1" />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async () => Response.json(used),
  })

test('a conversation has its tokens shown, with the amount where it is known', async () => {
  show({ asked: 2, tokens: 1_234, cost: { amount: 0.5, currency: 'USD', unpriced: 1 } })
  expect(await screen.findByText('1,234 tokens · $0.50, without 1 question')).toBeTruthy()
  expect(screen.getByText('2 questions in the last 90 days')).toBeTruthy()
})

test('without prices tokens stand alone', async () => {
  show({ asked: 1, tokens: 90, cost: null })
  expect(await screen.findByText('90 tokens')).toBeTruthy()
})

test('nothing was used where nothing was asked', async () => {
  show({ asked: 0, tokens: 0, cost: { amount: 0, currency: 'USD', unpriced: 0 } })
  expect(await screen.findByText('AI was not used here.')).toBeTruthy()
})
