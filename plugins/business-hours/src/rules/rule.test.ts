import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RuleDraft, ruleFor, ruleTypes } from './rule.ts'

const days = Object.fromEntries([...'0123456'].map((day) => [day, { mode: 'closed' }]))
const target = '018f4c50-0000-7000-8000-000000000001'

it('S5-095 S5-096 a rule needs its type, and a target unless it is the company’s', () => {
  const issues = (given: object) =>
    RuleDraft.safeParse({ days, message: '', ...given }).error?.issues.map(({ path }) => path.join('.'))
  expect(issues({ target })).toEqual(['type'])
  for (const type of ['queue', 'user', 'whatsapp']) {
    expect(issues({ type })).toEqual(['target'])
    expect(issues({ type, target })).toBeUndefined()
  }
  expect(issues({ type: 'global' })).toBeUndefined()
  expect(issues({ type: 'global', target })).toEqual(['target'])
})

it('S3-072 the most specific active rule decides: user, queue, connection, company', () => {
  const rule = fc.record({
    type: fc.constantFrom(...ruleTypes),
    target: fc.constantFrom('a', 'b', null),
    active: fc.boolean(),
  })
  const subject = fc.record(
    {
      userId: fc.constantFrom('a', 'b', 'c'),
      queueId: fc.constantFrom('a', 'b', 'c'),
      connectionId: fc.constantFrom('a', 'b', 'c'),
    },
    { requiredKeys: [] },
  )
  const rank = ['user', 'queue', 'whatsapp', 'global']
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 12 }), subject, (rules, of) => {
      const fits = rules.filter(
        ({ type, target: whose, active }) =>
          active &&
          (type === 'global' ||
            (whose !== null && whose === { user: of.userId, queue: of.queueId, whatsapp: of.connectionId }[type])),
      )
      const best = Math.min(...fits.map(({ type }) => rank.indexOf(type)))
      const found = ruleFor(rules, of)
      expect(found && rank.indexOf(found.type)).toBe(fits.length === 0 ? undefined : best)
    }),
  )
})
