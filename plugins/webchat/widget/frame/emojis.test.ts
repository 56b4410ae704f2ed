import { expect, test } from 'vitest'
import { emojiColumns, emojis, placeAfter } from './emojis.ts'

test('whole rows of emojis, each there once', () => {
  expect(emojis.length % emojiColumns).toBe(0)
  expect(new Set(emojis).size).toBe(emojis.length)
  for (const emoji of emojis) expect(emoji).toMatch(/^\p{RGI_Emoji}$/v)
})

test('arrows move within the grid and stop at its edges', () => {
  const last = emojis.length - 1
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => placeAfter(key, 0))).toEqual([1, 8, 0, 0])
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => placeAfter(key, last))).toEqual([
    last,
    last,
    last - 1,
    last - 8,
  ])
  expect([placeAfter('Home', 9), placeAfter('End', 9), placeAfter('a', 9)]).toEqual([0, last, undefined])
})
