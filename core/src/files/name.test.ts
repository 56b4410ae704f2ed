import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition, safeName } from './name.ts'

describe('names of files', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.htaccess', 'htaccess'],
    ['...', null],
    ['', null],
    [undefined, null],
    ['a\0.jpg', 'a.jpg'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['a\r\nSet-Cookie: x=y.txt', 'aSet-Cookie: x=y.txt'],
    ['invoice.pdf.exe', 'invoice.pdf.exe'],
    ['cafe\u0301.txt', 'café.txt'],
    ['"><img onerror=x>.png', '"><img onerror=x>.png'],
    ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
  ])('makes %j safe', (given, expected) => {
    expect(safeName(given)).toBe(expected)
  })

  it('keeps the extension of a name that is too long', () => {
    const name = safeName(`${'é'.repeat(4_000)}.jpeg`)!
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
    expect(name).toMatch(/^é+\.jpeg$/)
  })

  it('holds for every name: one visible segment of at most 150 bytes, and safe again is the same', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: 'grapheme', maxLength: 400 }),
          fc.constantFrom('CON', 'a/b', '\ud800x', '.\u202e.', ' . '),
        ),
        (given) => {
          const name = safeName(given)
          if (name === null) return
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
          expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
          expect(name).not.toMatch(/^[.\s]/)
          expect(name.isWellFormed()).toBe(true)
          expect(safeName(name)).toBe(name)
          expect(contentDisposition('attachment', name)).toMatch(
            /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|-]*$/,
          )
        },
      ),
    )
  })
})
