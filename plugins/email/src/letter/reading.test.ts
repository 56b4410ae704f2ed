import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLetter } from './reading.ts'

const none: ReadonlyMap<string, string> = new Map()
const read = (rich: string | undefined, plain?: string) => readLetter([{ rich, plain }], none)

test('HTML with nothing to look at is no letter', () => {
  for (const rich of ['<p>&nbsp;</p>', '<table><tr><td></td></tr></table>', '<img src="https://track.test/1">', ''])
    expect(read(rich)).toMatchObject({ text: '', html: undefined, isPartial: false })
})

test('HTML with nothing to look at gives way to its plain form', () => {
  expect(read('<div><br></div>', 'Segue o comprovante.')).toMatchObject({
    text: 'Segue o comprovante.',
    html: undefined,
  })
})

test('HTML with a picture of its own is a letter', () => {
  const { html } = readLetter([{ rich: '<img src="cid:logo@x">' }], new Map([['logo@x', 'stored']]))
  expect(html).toContain('media:stored')
})

test('a text that is no text is left out, and the letter is said to be partial', () => {
  const letter = readLetter([{ plain: 'Veja o anexo' }, { plain: 'PK\u0003\u0004\u0000\u0001\u0002\u0008' }], none)
  expect(letter).toMatchObject({ text: 'Veja o anexo', isPartial: true })
})

test('a letter without text is not partial', () => {
  expect(readLetter([{ rich: '<div></div>', plain: ' \r\n' }], none)).toMatchObject({ text: '', isPartial: false })
})

test('whatever comes, what is shown can be read', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ rich: fc.string(), plain: fc.string({ unit: 'binary' }) })), (pieces) => {
      const { text, html, plain } = readLetter(pieces, none)
      if (html === undefined && plain !== '') expect(text).not.toBe('')
    }),
  )
})
