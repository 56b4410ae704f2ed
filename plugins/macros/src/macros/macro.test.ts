import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxSteps } from './limits.ts'
import { MacroDraft } from './macro.ts'
import { tooEarly } from './step-order.ts'

const reply = { kind: 'reply', text: 'x' }
const issuesOf = (draft: object): string[] =>
  MacroDraft.safeParse({ name: 'a', ...draft }).error?.issues.map(({ path }) => path.join('.')) ?? []

test('what gives the ticket away, puts it off or ends it stands last, and the issue names its place', () => {
  expect(issuesOf({ steps: [{ kind: 'resolve' }, reply] })).toEqual(['steps.0.kind'])
  expect(issuesOf({ steps: [reply, { kind: 'resolve' }] })).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('reply', 'priority', 'snooze', 'resolve')), (kinds) => {
      const steps = kinds.map((kind) => ({ kind }))
      expect(tooEarly(steps).every((at) => ['snooze', 'resolve'].includes(kinds[at]!) && at < kinds.length - 1)).toBe(
        true,
      )
      expect(tooEarly(steps.slice(-1))).toEqual([])
      expect(tooEarly(steps, () => true)).toEqual(steps.slice(1).map((_step, at) => at))
    }),
  )
})

test('a macro has a name and 1 to 20 steps, of the kinds that there are, with what they need', () => {
  expect(issuesOf({ name: ' ', steps: [reply] })).toEqual(['name'])
  expect(issuesOf({ steps: [] })).toEqual(['steps'])
  expect(issuesOf({ steps: Array.from({ length: maxSteps + 1 }, () => reply) })).toEqual(['steps'])
  expect(issuesOf({ steps: [{ kind: 'delete' }] })).toEqual(['steps.0.kind'])
  expect(
    issuesOf({
      steps: [
        { kind: 'addTag', tagId: 'x' },
        { kind: 'snooze', minutes: 7 },
      ],
    }),
  ).toEqual(['steps.0.tagId', 'steps.1.minutes'])
  expect(issuesOf({ steps: [{ kind: 'reply', text: ' ' }] })).toEqual(['steps.0.text'])
  expect(issuesOf({ steps: [{ kind: 'action', plugin: 'pix', name: 'charge', input: { amount: 5 } }] })).toEqual([])
  expect(issuesOf({ steps: [{ kind: 'action', plugin: '', name: 'charge' }] })).toEqual([
    'steps.0.plugin',
    'steps.0.input',
  ])
})
