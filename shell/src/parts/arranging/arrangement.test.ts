import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arranged, asItCame, moved, movedOnto, newOnesLast, pinnedOrNot, shownOrHidden } from './arrangement.ts'

const keys = ['contact', 'tags', 'wallet', 'notes/panel', 'logs']

test('a panel that nobody arranged is as it came, and a new section stands after the one it follows', () => {
  expect(arranged(keys, asItCame)).toEqual(keys)
  expect(arranged(keys, { order: ['logs', 'contact', 'tags', 'notes/panel'], hidden: [] })).toEqual([
    'logs',
    'contact',
    'tags',
    'wallet',
    'notes/panel',
  ])
})

test('a section moves one place, and what is away keeps its order', () => {
  const order = moved(keys, { order: ['gone/panel'], hidden: [] }, 'logs', -1).order
  expect(order).toEqual(['contact', 'tags', 'wallet', 'logs', 'notes/panel', 'gone/panel'])
  expect(moved(keys, asItCame, 'contact', -1)).toEqual(asItCame)
  expect(moved(keys, asItCame, 'unknown', 1)).toEqual(asItCame)
})

test('a pinned section stands before the others, wherever it or they are moved, and goes back to its place', () => {
  const pinned = pinnedOrNot(pinnedOrNot(asItCame, 'logs', true), 'wallet', true)
  expect(arranged(keys, pinned)).toEqual(['wallet', 'logs', 'contact', 'tags', 'notes/panel'])
  expect(moved(keys, pinned, 'contact', -1)).toBe(pinned)
  expect(moved(keys, pinned, 'logs', 1)).toBe(pinned)
  expect(arranged(keys, moved(keys, pinned, 'logs', -1)).slice(0, 2)).toEqual(['logs', 'wallet'])
  expect(arranged(keys, movedOnto(keys, pinned, 'tags', 'wallet'))).toEqual([
    'wallet',
    'logs',
    'tags',
    'contact',
    'notes/panel',
  ])
  expect(arranged(keys, pinnedOrNot(pinnedOrNot(pinned, 'logs', false), 'wallet', false))).toEqual(keys)
})

test('a section is hidden once and comes back', () => {
  const hidden = shownOrHidden(shownOrHidden(asItCame, 'tags', false), 'tags', false)
  expect([hidden.hidden, shownOrHidden(hidden, 'tags', true).hidden]).toEqual([['tags'], []])
})

test('whatever is kept, every section is there once', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...keys, 'gone/panel')),
      fc.subarray(keys),
      fc.subarray(keys),
      (order, present, pinned) => {
        expect(arranged(present, { order, hidden: [], pinned }).toSorted()).toEqual(present.toSorted())
      },
    ),
  )
})

test('where new ones come last, they stand behind all that were arranged, and are there once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...keys, 'gone/panel')), fc.subarray(keys), (order, present) => {
      const arrangement = { order, hidden: [] }
      const last = newOnesLast(present, arrangement)
      expect(last.toSorted()).toEqual(present.toSorted())
      expect(arranged(last, arrangement)).toEqual(last)
      const known = present.filter((key) => order.includes(key))
      expect(last.slice(0, known.length).toSorted()).toEqual(known.toSorted())
    }),
  )
})
