import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { topicsIn } from '../bus/scoped-topics.ts'

const topicOf = (plugin: string, tenantId: string, further: readonly string[], name: string): string => {
  let seen = ''
  topicsIn(
    {
      emit: (topic) => {
        seen = topic
      },
      on: () => () => undefined,
    },
    plugin,
    tenantId,
    ...further,
  ).publish(name, null)
  return seen
}
const scope = fc.tuple(
  fc.stringMatching(/^[a-z][a-z0-9-]{1,10}$/),
  fc.uuid(),
  fc.array(fc.uuid(), { maxLength: 1 }),
  fc.string({ unit: 'binary' }),
)

test('every name makes a topic that the bus carries', () => {
  fc.assert(
    fc.property(scope, (parts) => {
      expect(topicOf(...parts)).toMatch(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/)
    }),
  )
})

test('two topics are the same only when scope and name are', () => {
  fc.assert(
    fc.property(scope, scope, (a, b) => {
      expect(topicOf(...a) === topicOf(...b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
  expect(topicOf('p', 't', [], 'a.b')).not.toBe(topicOf('p', 't', [], 'a_2eb'))
})
