import type { AutomationBlock } from '@recado/sdk'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { snoozeMinutes } from '../../macros/limits.ts'
import type { Step } from '../../macros/step.ts'
import { moved } from '../moved.ts'
import { named } from '../named.ts'
import { inputsOf, newAction, newStep, problemsOf, stepOf } from './step-inputs.ts'
import { remaining } from './step-problems.ts'

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('reply' as const),
      text: fc.string({ minLength: 1 }).map((text) => `x${text.trim()}`),
    }),
    fc.record({ kind: fc.constantFrom('addTag' as const, 'removeTag' as const), tagId: fc.uuid() }),
    fc.record({ kind: fc.constant('toQueue' as const), queueId: fc.uuid() }),
    fc.record({ kind: fc.constant('toUser' as const), userId: fc.uuid() }),
    fc.record({ kind: fc.constant('priority' as const), priority: fc.constantFrom('low' as const, 'urgent' as const) }),
    fc.record({ kind: fc.constant('snooze' as const), minutes: fc.constantFrom(null, ...snoozeMinutes) }),
    fc.record({ kind: fc.constant('return' as const) }),
    fc.record({ kind: fc.constant('resolve' as const), withoutFarewell: fc.boolean() }),
    fc.record({
      kind: fc.constant('action' as const),
      plugin: fc.constant('pix'),
      name: fc.constant('charge'),
      input: fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
    }),
  ),
) as fc.Arbitrary<Step[]>

test('what is opened and saved unchanged is what it was', () => {
  fc.assert(
    fc.property(steps, (given) => {
      expect(inputsOf({ steps: given }).map(stepOf)).toEqual(given)
    }),
  )
})

test('problems stand at their steps', () => {
  const [first] = [newStep([], 'reply')]
  const tag = newStep([first!], 'addTag')
  const end = newStep([first!, tag], 'resolve')
  const action: AutomationBlock = {
    plugin: 'pix',
    pluginTitle: {},
    name: 'charge',
    namespace: 'plugin.pix',
    words: 'automation.actions.charge',
    icon: null,
    fields: [],
    about: 'ticket',
    ends: true,
  }
  const charge = newAction([first!, tag, end], action, {})
  expect([...problemsOf([charge], () => true, [])]).toEqual([[charge.key, 'unavailable']])
  expect([...problemsOf([charge], () => true, undefined)]).toEqual([])
  expect([...problemsOf([charge, end], () => true, [action])]).toEqual([[charge.key, 'early']])
  expect([...problemsOf([first!, { ...tag, subjectId: 'x' }], () => true, [])]).toEqual([[first!.key, 'empty']])
  expect([...problemsOf([tag], () => true, [])]).toEqual([[tag.key, 'unchosen']])
  expect([...problemsOf([{ ...tag, subjectId: 'x' }], () => false, [])]).toEqual([[tag.key, 'gone']])
  expect([...problemsOf([end, { ...first!, text: 'Oi' }], () => true, [])]).toEqual([[end.key, 'early']])
})

test('a problem goes with the change of its step, one of the order with any other order, and the rest stay', () => {
  const [a, b] = [newStep([], 'reply'), { ...newStep([], 'resolve'), key: 2 }]
  const known = {
    steps: new Map([
      [a!.key, 'empty'],
      [b.key, 'early'],
    ] as const),
    issues: new Map([[a!.key, { amount: 'x' }]]),
  }
  expect(remaining(known, [a!, b], [a!, b])).toEqual(known)
  expect(remaining(known, [a!, b], [{ ...a!, text: 'Oi' }, b])).toEqual({
    steps: new Map([[b.key, 'early']]),
    issues: new Map(),
  })
  expect(remaining(known, [a!, b], [b, a!])).toEqual({ steps: new Map([[a!.key, 'empty']]), issues: known.issues })
})

test('moving keeps everything and changes one place', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
})

test('macros are found by a part of their name, accents aside, those that begin with it first', () => {
  expect(
    named([{ name: 'Pós-venda' }, { name: 'Avisar pos' }, { name: 'Fim' }], 'POS').map(({ name }) => name),
  ).toEqual(['Pós-venda', 'Avisar pos'])
})
