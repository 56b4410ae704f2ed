import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letterPolicy, withImages } from './letter.ts'

const image = '0190a0a0-0000-7000-8000-00000000000a'

test('stored images get an address, and nothing else is touched', () => {
  const letter = `<p>media:${image}</p><img alt="a" src="media:${image}"><img src="https://pixel.test/a.png"><a href="media:${image}">x</a>`
  expect(withImages(letter, (media) => `/media/t/${media}/file?e=1&s=2`)).toBe(
    `<p>media:${image}</p><img alt="a" src="/media/t/${image}/file?e=1&amp;s=2"><img src="https://pixel.test/a.png"><a href="media:${image}">x</a>`)
})

test('a letter without stored images stays as it is', () => {
  fc.assert(fc.property(fc.string().filter((html) => !html.includes('media:')), (html) => { expect(withImages(html, () => 'x')).toBe(html) }))
})

test('nothing in a letter may run, and nothing may be fetched from elsewhere', () => {
  expect(letterPolicy).not.toContain('allow-scripts')
  expect(letterPolicy).toContain("default-src 'none'")
  expect(letterPolicy).not.toMatch(/https?:/)
})
