import * as z from 'zod'

/** Models that a company may enter a price for. */
export const mostPrices = 20
/** Beyond what a million tokens cost in any currency. */
export const highestPrice = 1_000_000_000

const amount = z.number().min(0).max(highestPrice)

/** What a million tokens of a model cost. */
export const Price = z.object({
  /** As the provider names it. */
  model: z.string().trim().min(1).max(100),
  input: amount,
  output: amount,
})
export type Price = z.infer<typeof Price>

/** Prices that a company entered, all in one currency, each model once. */
export const PriceList = z.object({
  /** ISO 4217, such as `USD`. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  prices: z
    .array(Price)
    .max(mostPrices)
    .refine((prices) => new Set(prices.map(({ model }) => model)).size === prices.length),
})
export type PriceList = z.infer<typeof PriceList>
