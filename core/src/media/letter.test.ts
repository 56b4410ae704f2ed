import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letterPolicy, maxLetterBytes, withImages } from './letter.ts'

const image = '0190a0a0-0000-7000-8000-00000000000a'
const own = new Set([image])

test('its own stored images get an address, and nothing else is touched', () => {
  const letter =
    `<p>media:${image}</p><img alt="a" src="media:${image}"><img src="https://pixel.test/a.png">` +
    `<a href="media:${image}">x</a>`
  expect(withImages(letter, own, (media) => `/media/t/${media}/file?e=1&s=2`)).toBe(
    `<p>media:${image}</p><img alt="a" src="/media/t/${image}/file?e=1&amp;s=2">` +
      `<img src="https://pixel.test/a.png"><a href="media:${image}">x</a>`,
  )
})

test('a file that it only names gets none', () => {
  const foreign = `<img src="media:${image.replace(/a$/, 'b')}"><IMG SRC='media:${image.replace(/a$/, 'c')}'>`
  expect(
    withImages(foreign, own, () => {
      throw new Error('signed')
    }),
  ).toBe(foreign)
})

test('one of nothing but beginnings of tags is read once', () => {
  const began = performance.now()
  for (const start of ['<img ', '<img src=', `<img src="media:${image}`, '<img\n'])
    withImages(start.repeat(Math.floor(maxLetterBytes / start.length)), own, () => 'x')
  // Read again from every beginning, each of them would take minutes.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a letter without stored images stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string().filter((html) => !html.includes('media:')),
      (html) => {
        expect(withImages(html, own, () => 'x')).toBe(html)
      },
    ),
  )
})

test('nothing in a letter may run, and nothing may be fetched from elsewhere', () => {
  expect(letterPolicy).not.toContain('allow-scripts')
  expect(letterPolicy).toContain("default-src 'none'")
  expect(letterPolicy).not.toMatch(/https?:/)
})
