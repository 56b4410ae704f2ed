import { Locale } from '@recado/contracts'
import { expect, test } from 'vitest'
import { letterWords, type LetterKind } from './letter-words.ts'
import { writeLetter } from './letter.ts'

const link = 'https://recado.test/#/redefining?token=abc'
const written = (name: string, locale: Locale = 'pt-BR', kind: LetterKind = 'passwordReset') =>
  writeLetter({ kind, to: 'a@b.test', name, locale, link, company: 'Aurora', inviter: name }, 'Recado')

test('every letter is written in all four languages, with its link and without gaps', () => {
  for (const kind of Object.keys(letterWords) as LetterKind[])
    for (const locale of Locale.options) {
      const { subject, text, html } = written('Ana', locale, kind)
      for (const part of [subject, text, html]) expect(part, `${kind} ${locale}`).not.toMatch(/\{\w+\}|undefined/)
      expect(subject).toContain('Recado')
      expect(text).toContain(link)
      expect(html).toContain(`href="${link}"`)
    }
})

test('a name is words and nothing else: no line, no markup, no link, no placeholder of another', () => {
  const { subject, text, html } = written(
    '<a href="https://evil.test">\r\nBcc: x@y.test</a> $& {product} www.evil.test',
  )
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<a href="https://evil')
  expect(text).not.toMatch(/https:\/\/evil|www\./)
  expect(text).toContain('$&')
  expect(written('x'.repeat(500)).text).not.toContain('x'.repeat(61))
})
