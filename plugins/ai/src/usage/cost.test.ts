import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf, priceOf, type Counted } from './cost.ts'

const list = {
  currency: 'USD',
  prices: [
    { model: 'gpt-6-luna', input: 2, output: 8 },
    { model: 'gemini-3-flash', input: 0.3, output: 0 },
  ],
}
const one = { asked: 1, failed: 0, input: 500_000, output: 250_000 }

const question = fc
  .record({
    model: fc.constantFrom('gpt-6-luna', 'gemini-3-flash', 'llama3'),
    asked: fc.integer({ min: 1, max: 1_000 }),
    input: fc.integer({ min: 1, max: 10_000_000 }),
    output: fc.integer({ min: 0, max: 10_000_000 }),
  })
  .map((of): Counted => ({ ...of, failed: 0 }))

test('an amount is the sum of its parts however they are divided, and leaves out what has no price', () => {
  fc.assert(
    fc.property(fc.array(question), fc.nat(), (all, at) => {
      const cut = all.length === 0 ? 0 : at % all.length
      const parts = [all.slice(0, cut), all.slice(cut)].map((part) => costOf(part, list))
      const whole = costOf(all, list)
      const sum = parts.reduce((before, part) => before + (part?.amount ?? 0), 0)
      expect(whole?.amount ?? 0).toBeCloseTo(sum, 6)
      const without = all.filter(({ model }) => model === 'llama3').reduce((before, { asked }) => before + asked, 0)
      expect(whole === null).toBe(all.length > 0 && all.every(({ model }) => model === 'llama3'))
      if (whole) expect(whole.unpriced).toBe(without)
    }),
  )
})

test('a million tokens in and out cost what was entered', () => {
  expect(costOf([{ model: 'gpt-6-luna', ...one }], list)).toEqual({ amount: 3, currency: 'USD', unpriced: 0 })
  expect(costOf([], list)).toEqual({ amount: 0, currency: 'USD', unpriced: 0 })
})

test('without prices there is no amount, nor of questions whose tokens nobody counted', () => {
  expect(costOf([{ model: 'gpt-6-luna', ...one }], null)).toBeNull()
  expect(costOf([{ model: 'gpt-6-luna', asked: 2, failed: 0, input: 0, output: 0 }], list)).toBeNull()
  const failed = { model: 'gpt-6-luna', asked: 2, failed: 2, input: 0, output: 0 }
  expect(costOf([failed], list), 'what failed cost nothing').toEqual({ amount: 0, currency: 'USD', unpriced: 0 })
})

test('a version of a model costs what the model costs, and another model does not', () => {
  const priced = (model: string) => priceOf(model, list.prices)?.input
  expect(['gpt-6-luna', 'gpt-6-luna-2026-03-05', 'gpt-6-luna-20260305', 'gemini-3-flash-001'].map(priced)).toEqual([
    2, 2, 2, 0.3,
  ])
  expect(['gpt-6-luna-mini', 'gpt-6', 'gemini-3-flash-lite', 'GPT-6-LUNA', ''].map(priced)).toEqual(
    Array.from({ length: 5 }),
  )
  const own = [...list.prices, { model: 'gpt-6-luna-2026-03-05', input: 1, output: 1 }]
  expect(priceOf('gpt-6-luna-2026-03-05', own)?.input, 'its own before that of the model').toBe(1)
})
