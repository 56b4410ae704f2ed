import type { Rehearsed } from '../agent/rehearse.ts'
import { costOf } from '../usage/cost.ts'
import type { PriceList } from '../usage/prices.ts'
import type { Rehearsal } from './routes.ts'

/** What a draft would say and do, as it is shown: with what it cost by the company's prices. */
export const rehearsalOf = (
  { say, handOver, calls, sources, model, tokens, counted }: Rehearsed,
  prices: PriceList | null,
): Rehearsal => ({
  text: say ?? '',
  handOver,
  calls: calls.map((call) => ({ ...call })),
  sources: sources.map(({ title }) => title),
  model,
  tokens,
  cost: counted.length === 0 ? null : costOf(counted, prices),
})
