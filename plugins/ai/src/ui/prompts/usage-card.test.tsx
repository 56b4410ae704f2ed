import { renderPanel } from '@recado/sdk/testing/ui'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import words from '../../../locales/en.json' with { type: 'json' }
import type { PriceList } from '../../usage/prices.ts'
import { UsageCard } from './usage-card.tsx'
import type { Usage } from './use-prompts.ts'

afterEach(cleanup)

const line = { plugin: 'ai', purpose: 'rewrite', asked: 3, failed: 1, input: 1_000, output: 500 }
const without: Usage = {
  today: 1_500,
  month: 4_000,
  dailyTokens: null,
  monthlyTokens: null,
  prices: null,
  todayCost: null,
  monthCost: null,
  byPlugin: [
    { plugin: 'ai', asked: 6, tokens: 3_000, cost: null },
    { plugin: 'flows', asked: 2, tokens: 77, cost: null },
  ],
  spent: [
    { ...line, model: 'gpt-6-luna', cost: null },
    { ...line, model: 'llama3', cost: null },
  ],
}
const withPrices = (prices: PriceList): Usage => ({
  ...without,
  prices,
  todayCost: { amount: 0.0062, currency: prices.currency, unpriced: 0 },
  monthCost: { amount: 12.5, currency: prices.currency, unpriced: 2 },
  spent: [
    { ...without.spent[0]!, cost: { amount: 0.0062, currency: prices.currency, unpriced: 0 } },
    without.spent[1]!,
  ],
})

test('tokens stand alone until prices are entered, and amounts beside them from then on', async () => {
  let usage = without
  const saved: unknown[] = []
  renderPanel(<UsageCard />, {
    plugin: { id: 'ai', version: '0.1.0', title: 'Artificial intelligence' },
    words,
    errors: {},
    fetch: async (_input, init) => {
      if (init?.method !== 'PUT') return Response.json(usage)
      const prices = JSON.parse(String(init.body)) as PriceList
      saved.push(prices)
      usage = withPrices(prices)
      return Response.json(prices)
    },
  })
  expect(await screen.findByText('1,500', { selector: 'dd' })).toBeTruthy()
  expect(screen.getByText(words.prices.none)).toBeTruthy()
  expect(screen.queryByText('Cost')).toBeNull()
  const byPlugin = within(screen.getByRole('region', { name: 'Usage of the last 30 days by plugin' }))
  expect(byPlugin.getByText('flows').closest('tr')!.textContent).toContain('77')

  fireEvent.click(screen.getByText('Enter prices'))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const [currency, model] = [dialog.getByLabelText<HTMLSelectElement>(/Currency/), dialog.getByLabelText(/Model/)]
  expect([currency.value, (model as HTMLInputElement).value], 'nothing is filled in').toEqual(['', ''])
  fireEvent.click(dialog.getByText('Save'))
  expect(await dialog.findAllByText('Fill in this field')).toHaveLength(2)
  expect(saved).toEqual([])
  type(/Currency/, 'USD')
  type(/Model/, ' gpt-6-luna ')
  type(/tokens in/, '2.5')
  type(/tokens out/, '8')
  fireEvent.click(dialog.getByText('Save'))
  await waitFor(() =>
    expect(saved).toEqual([{ currency: 'USD', prices: [{ model: 'gpt-6-luna', input: 2.5, output: 8 }] }]),
  )

  expect(await screen.findByText('$0.0062', { selector: 'dd' })).toBeTruthy()
  expect(screen.getByText('$12.50, without 2 questions')).toBeTruthy()
  const byPurpose = within(screen.getByRole('region', { name: 'Usage of the last 30 days by purpose' }))
  expect(byPurpose.getByText('Cost')).toBeTruthy()
  expect(byPurpose.getByText('$0.0062', { selector: 'td' })).toBeTruthy()
  expect(byPurpose.getByText('–', { selector: 'td' }), 'a model without a price').toBeTruthy()
})
