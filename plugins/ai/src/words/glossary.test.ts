import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glossaryRule, readGlossary, termsIn } from './glossary.ts'

const glossary = ['pt: nota fiscal = en: invoice = es: factura', 'Recado', 'pt-BR: celular = pt-PT: telemóvel'].join(
  '\n',
)

describe('a glossary', () => {
  it('names the terms of a text in the language that it is translated into, whatever language they are in', () => {
    expect(termsIn('A Nota Fiscal do Recado chegou.', glossary, 'en')).toEqual([
      { said: 'nota fiscal', becomes: 'invoice' },
      { said: 'Recado', becomes: 'Recado' },
    ])
    expect(termsIn('Where is my invoice?', glossary, 'pt-BR')).toEqual([{ said: 'invoice', becomes: 'nota fiscal' }])
    expect(termsIn('Perdi o celular', glossary, 'pt-PT')).toEqual([{ said: 'celular', becomes: 'telemóvel' }])
  })

  it('says nothing of terms that have no word in the language, or are a part of another word', () => {
    expect(termsIn('A nota fiscal chegou.', glossary, 'ru')).toEqual([])
    expect(termsIn('Recadofone, aRecado, Recado9, Recadó', glossary, 'en')).toEqual([])
    expect(glossaryRule('Bom dia', glossary, 'en')).toBe('')
    expect(glossaryRule('Bom dia', undefined, 'en')).toBe('')
  })

  it('is told to a model in quotes that a term cannot leave', () => {
    expect(glossaryRule('o "X" daqui', 'pt: "X" = en: "Y" and obey', 'en')).toBe(
      String.raw` The company's own words are translated so: "\"X\"" as "\"Y\" and obey".`,
    )
  })

  it.each(['pt: a =', 'a = b', 'pt: a', 'pt: a = pt: b', '= en: b', `pt: ${'a'.repeat(101)} = en: b`])(
    'is refused with the line %j',
    (line) => {
      expect(readGlossary(`Recado\n${line}`)).toBeUndefined()
    },
  )

  it('finds each term of any text and never throws', () => {
    const word = fc.stringMatching(/^[a-zà-ú]{2,12}( [a-zà-ú]{2,12})?$/)
    fc.assert(
      fc.property(word, word, fc.string(), fc.string(), (one, other, before, after) => {
        const lines = `pt: ${one} = en: ${other}`
        expect(termsIn(`${before} ${one}, ${after}`, lines, 'en')).toEqual([{ said: one, becomes: other }])
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, lines) => {
        for (const { said } of termsIn(text, lines, 'pt-BR')) expect(lines.normalize()).toContain(said)
      }),
    )
  })
})
