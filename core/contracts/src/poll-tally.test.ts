import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PollPart } from './content.ts'
import { tallyOf } from './poll-tally.ts'

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
