import { costOf } from '../usage/cost.ts'
import type { PriceList } from '../usage/prices.ts'
import type { TestOutcome, TestResult, TestRun } from './test-set.ts'

type Figures = Pick<TestRun, 'total' | 'done' | 'resolved' | 'cited' | 'refused' | 'tokens' | 'cost'>

/** A run in figures: of how many questions that could be right, how many are. */
export function figuresOf(results: readonly TestResult[], prices: PriceList | null): Figures {
  const done = results.flatMap(({ result }) => result ?? [])
  const part = (judged: (one: TestOutcome) => boolean | null) => {
    const values = done.map(judged).filter((value) => value !== null)
    return { right: values.filter(Boolean).length, of: values.length }
  }
  const asked = done.filter(({ model }) => model !== '')
  return {
    total: results.length,
    done: done.length,
    resolved: part(({ isResolved }) => isResolved),
    cited: part(({ isCited }) => isCited),
    refused: part(({ isRefused }) => isRefused),
    tokens: done.reduce((sum, { input, output }) => sum + input + output, 0),
    cost:
      asked.length === 0
        ? null
        : costOf(
            asked.map(({ model, input, output }) => ({ model, asked: 1, failed: 0, input, output })),
            prices,
          ),
  }
}
