import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkify } from './linkify.ts'

const links = (text: string) => linkify(text).flatMap((piece) => piece.href ?? [])

it('never loses or adds a character, and links only where it is safe', () => {
  const hostile = fc.constantFrom(
    'javascript:alert(1)',
    'data:text/html,<b>',
    '<img src=x onerror=a>',
    'https://a.b/c',
    'http://user:pw@evil.example',
    'vbscript:x',
    'mailto:a@b.co',
    'tel:+5511',
    ' ',
    '(',
    ').',
    'www.x.y',
    '\u202e',
    '&lt;',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string())), (parts) => {
      const text = parts.join('')
      const pieces = linkify(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const { href } of pieces)
        if (href) expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(href).protocol)
    }),
  )
})

it("finds addresses and leaves the sentence's punctuation outside", () => {
  expect(links('Veja https://recado.example/a?b=1. (ou www.recado.example)')).toEqual([
    'https://recado.example/a?b=1',
    'https://www.recado.example',
  ])
  expect(links('fale com ana@recado.example ou tel:+551140028922!')).toEqual([
    'mailto:ana@recado.example',
    'tel:+551140028922',
  ])
})

it('leaves everything else as text', () => {
  expect(links('javascript:alert(1) data:text/html,x file:///etc/passwd')).toEqual([])
  expect(links('https://user:secret@evil.example')).toEqual([])
})

it('reads a long text without blanks in no time', () => {
  for (const piece of ['a.', 'a-', 'www.', 'a@', 'a@b.', 'https://!', 'http://a@']) {
    const started = performance.now()
    linkify(piece.repeat(65_536 / piece.length))
    expect(performance.now() - started).toBeLessThan(1_000)
  }
})
