import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arranged, moved, shownOrHidden, type Arrangement } from './arrangement.ts'

const keys = ['contact', 'tags', 'wallet', 'notes/panel', 'logs']
const asItCame: Arrangement = { order: [], hidden: [] }

test('a panel that nobody arranged is as it came, and a new section stands after the one it follows', () => {
  expect(arranged(keys, asItCame)).toEqual(keys)
  expect(arranged(keys, { order: ['logs', 'contact', 'tags', 'notes/panel'], hidden: [] })).toEqual(['logs', 'contact', 'tags', 'wallet', 'notes/panel'])
})

test('a section moves one place, and what is away keeps its order', () => {
  const order = moved(keys, { order: ['gone/panel'], hidden: [] }, 'logs', -1).order
  expect(order).toEqual(['contact', 'tags', 'wallet', 'logs', 'notes/panel', 'gone/panel'])
  expect(moved(keys, asItCame, 'contact', -1)).toEqual(asItCame)
  expect(moved(keys, asItCame, 'unknown', 1)).toEqual(asItCame)
})

test('a section is hidden once and comes back', () => {
  const hidden = shownOrHidden(shownOrHidden(asItCame, 'tags', false), 'tags', false)
  expect([hidden.hidden, shownOrHidden(hidden, 'tags', true).hidden]).toEqual([['tags'], []])
})

test('whatever is kept, every section is there once', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.constantFrom(...keys, 'gone/panel')), fc.subarray(keys), (order, present) => {
    expect(arranged(present, { order, hidden: [] }).toSorted()).toEqual(present.toSorted())
  }))
})
