import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PollPart } from './content.ts'
import { shownTally, tallyOf } from './poll-tally.ts'

const poll = (several: boolean, options = ['A', 'B', 'C']): PollPart => ({
  kind: 'poll',
  question: 'Qual?',
  options,
  several,
})

test('a message without a poll has no votes', () => {
  expect(tallyOf([{ kind: 'text', text: 'Oi', format: 'plain' }], { ana: { options: [0] } })).toBeUndefined()
})

test('who withdrew a vote, or voted for no option, is no voter; an option counts once for a person', () => {
  const votes = { ana: { options: [0, 0, 2] }, bia: { options: [] }, caio: { options: [7] }, '@us': { options: [2] } }
  expect(tallyOf([poll(true)], votes)).toEqual({ counts: [1, 0, 2], voters: 2 })
})

test('a poll of one choice counts one option for a person', () => {
  expect(tallyOf([poll(false)], { ana: { options: [1, 2] } })).toEqual({ counts: [0, 1, 0], voters: 1 })
})

test('whatever is voted, nobody counts twice', () => {
  const votes = fc.dictionary(fc.string(), fc.record({ options: fc.array(fc.integer({ min: -3, max: 12 })) }))
  fc.assert(
    fc.property(votes, fc.boolean(), (given, several) => {
      const { counts, voters } = tallyOf([poll(several)], given)!
      const sum = counts.reduce((total, count) => total + count, 0)
      expect(counts.every((count) => count <= voters)).toBe(true)
      expect(voters).toBeLessThanOrEqual(Object.keys(given).length)
      expect(several ? sum >= voters : sum === voters).toBe(true)
    }),
  )
})

test('of a poll that was stopped the provider’s result is shown, else the votes that came', () => {
  const votes = { ana: { options: [1] } }
  const at = '2026-11-20T10:00:00.000Z'
  expect(shownTally([poll(false)], null, null)).toBeUndefined()
  expect(shownTally([poll(false)], votes, null)).toEqual({ counts: [0, 1, 0], voters: 1 })
  expect(shownTally([poll(false)], votes, { at })).toEqual({ counts: [0, 1, 0], voters: 1, stopped: true })
  expect(shownTally([poll(false)], null, { at })).toEqual({ counts: [0, 0, 0], voters: 0, stopped: true })
  expect(shownTally([poll(false)], votes, { at, result: { counts: [2, 1, 0, 9], voters: 3 } })).toEqual({
    counts: [2, 1, 0],
    voters: 3,
    stopped: true,
  })
})
