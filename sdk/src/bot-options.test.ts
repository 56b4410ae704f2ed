import type { BotQuestion } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedBotOptions, readBotReply, botOptionsPart } from './bot-options.ts'

const ask = (titles: readonly string[], many = false): BotQuestion => ({
  kind: 'choice',
  many,
  options: titles.map((title, index) => ({ id: `o${index}`, title, description: '' })),
})
const titles = fc.uniqueArray(
  fc
    .string({ minLength: 1, maxLength: 60 })
    .filter((title) => title.trim() !== '' && !/^\s*\d+\s*[.)]?\s*$/.test(title)),
  { minLength: 1, maxLength: 30, selector: (title) => title.trim().normalize('NFC').toLowerCase() },
)

describe('options of a bot', () => {
  it('are buttons, a list or a numberedBotOptions text, whatever fits', () => {
    expect(botOptionsPart(ask(['Sim', 'Não']), 'Certo?')).toMatchObject({ kind: 'interactive', buttons: [{}, {}] })
    expect(botOptionsPart(ask(['a', 'b', 'c', 'd']), 'Qual?')).toMatchObject({ list: [{}, {}, {}, {}] })
    expect(botOptionsPart(ask(['a', 'b'], true), 'Quais?')).toBeUndefined()
    expect(botOptionsPart(ask([...'abcdefghijk']), 'Qual?')).toBeUndefined()
    expect(botOptionsPart(ask(['um título que não cabe num botão de lista']), 'Qual?')).toBeUndefined()
    expect(botOptionsPart(ask(['a']), '**Qual?**')).toBeUndefined()
    expect(numberedBotOptions(ask(['Pão', 'Leite']).options)).toBe('1. Pão\n2. Leite')
  })

  it('never leave the limits of buttons and lists, and leave none out', () => {
    fc.assert(
      fc.property(titles, fc.boolean(), fc.string({ maxLength: 1_500 }), (given, many, body) => {
        const part = botOptionsPart(ask(given, many), body)
        expect(numberedBotOptions(ask(given, many).options).split('\n').length).toBeGreaterThanOrEqual(given.length)
        if (part?.kind !== 'interactive') return
        expect(part.body).toBe(body)
        const shown = part.buttons ?? part.list!
        expect(shown.length).toBeLessThanOrEqual(part.buttons ? 3 : 10)
        expect(shown.map(({ label }) => label)).toEqual(given)
        expect(Math.max(...shown.map(({ label }) => label.length))).toBeLessThanOrEqual(part.buttons ? 20 : 24)
      }),
    )
  })

  it('are named by number, by title in any case, and by a button', () => {
    fc.assert(
      fc.property(titles, fc.nat(), (given, at) => {
        const question = ask(given)
        const index = at % given.length
        const taken = { text: given[index], choice: `o${index}` }
        for (const text of [`${index + 1}`, ` ${index + 1}. `, `  ${given[index]!} `])
          expect(readBotReply(question, { text, choice: null })).toMatchObject(taken)
        expect(readBotReply(question, { text: 'x', choice: `o${index}` })).toMatchObject(taken)
      }),
    )
  })

  it('are several where several may be taken', () => {
    const question = ask(['Pão', 'Leite', 'Ovos'], true)
    expect(readBotReply(question, { text: '1, 3', choice: null }).text).toBe('Pão, Ovos')
    expect(readBotReply(question, { text: 'leite e pão', choice: null }).text).toBe('Leite, Pão')
    expect(readBotReply(question, { text: '1, 9', choice: null }).text).toBe('1, 9')
  })

  it('that nobody named leave the words as they are', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readBotReply(null, { text, choice: null })).toEqual({ text, files: [] })
      }),
    )
    expect(readBotReply(ask(['a']), { text: '7', choice: null })).toEqual({ text: '7', files: [] })
  })
})
