import * as z from 'zod'
import type { Price, PriceList } from './prices.ts'

/** What tokens cost by the prices that the company entered. */
export const Cost = z.object({
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  /** Questions that were answered and are not in the amount: their price, or their tokens, are not known. */
  unpriced: z.int(),
})
export type Cost = z.infer<typeof Cost>

/** Questions to one model, and the tokens that they took. */
export interface Counted {
  readonly model: string
  readonly asked: number
  readonly failed: number
  readonly input: number
  readonly output: number
}

/** Ends of names by which providers tell versions of one model apart: a day, or a number such as `-001`. */
const version = /-(\d{4}-\d{2}-\d{2}|\d{8}|00\d)$/

/** The price of a model by its name, or that of the model of which it is a version. */
export function priceOf(model: string, prices: readonly Price[]): Price | undefined {
  const named = (name: string): Price | undefined => prices.find((price) => price.model === name)
  return named(model) ?? named(model.replace(version, ''))
}

/** What these questions cost. Null where no prices were entered, and where none of them has one. */
export function costOf(counted: readonly Counted[], list: PriceList | null): Cost | null {
  if (list === null) return null
  let amount = 0
  let priced = 0
  let unpriced = 0
  for (const { model, asked, failed, input, output } of counted) {
    const answered = asked - failed
    const price = priceOf(model, list.prices)
    if (price && input + output > 0) {
      amount += (input * price.input + output * price.output) / 1_000_000
      priced += answered
    } else unpriced += answered
  }
  return priced === 0 && unpriced > 0 ? null : { amount, currency: list.currency, unpriced }
}
