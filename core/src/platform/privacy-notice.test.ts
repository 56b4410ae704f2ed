import { expect, test } from 'vitest'
import { versioned } from './privacy-notice.ts'

const notice = (version: number, words: string) => ({ version, text: { 'pt-BR': words } })

test('the same words keep their version, whatever version is sent along', () => {
  expect(versioned(notice(9, 'a'), notice(3, 'a'), 3)).toEqual(notice(3, 'a'))
})

test('other words have a version above all that were stored or answered', () => {
  expect(versioned(notice(1, 'b'), notice(3, 'a'), 2)).toEqual(notice(4, 'b'))
  expect(versioned(notice(1, 'a'), null, 7)).toEqual(notice(8, 'a'))
  expect(versioned(notice(5, 'a'), null, 0)).toEqual(notice(1, 'a'))
})

test('a notice can be taken away', () => {
  expect(versioned(null, notice(3, 'a'), 3)).toBeNull()
})
