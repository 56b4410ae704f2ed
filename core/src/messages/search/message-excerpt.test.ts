import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './message-excerpt.ts'

const drawn = (body: string, search: string): string =>
  excerptOf(body, search)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

describe('the excerpt of a found message', () => {
  it('marks what was looked for, whatever its accents and however it goes on', () => {
    expect(drawn('A Fatura de março não chegou', 'fatura MARCO')).toBe('A [Fatura] de [março] não chegou')
    expect(drawn('Seguem os boletos', 'bolet')).toBe('Seguem os [boletos]')
    expect(drawn('Oi, tudo bem? Oito', 'oi')).toBe('[Oi], tudo bem? Oito')
    expect(drawn('veja site.com/boleto-2026', 'boleto 2026')).toBe('veja site.com/[boleto]-[2026]')
  })

  it('shows the part of a long message in which the first match stands', () => {
    const body = `${'palavra '.repeat(60)}chave ${'fim '.repeat(60)}`
    expect(drawn(body, 'chave')).toMatch(/^…(palavra )+\[chave\] (fim )+.*…$/)
    expect(drawn(body, 'chave').length).toBeLessThan(180)
  })

  it('is the text of the message in order, never markup and never half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'binary', minLength: 2, maxLength: 20 }),
        (body, search) => {
          const pieces = excerptOf(body, search)
          const text = pieces
            .map((piece) => piece.text)
            .join('')
            .replace(/^…/, '')
            .replace(/…$/, '')
          expect(body.includes(text) || body.startsWith('…') || body.endsWith('…')).toBe(true)
          expect(text.isWellFormed()).toBe(body.isWellFormed() || text.isWellFormed())
        },
      ),
    )
  })
})
