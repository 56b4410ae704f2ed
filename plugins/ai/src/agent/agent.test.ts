import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isYes } from './confirmation.ts'
import { repeatsInstructions } from './leak.ts'

describe('a confirmation', () => {
  it.each(['Sim', ' sim! ', 'yes.', 'Sí', 'да', 'ok 👍', 'Confirmo'])('is %j', (text) => expect(isYes(text)).toBe(true))
  it.each(['sim, mas antes', 'não', '', 'simples', 'yes or no?', 'no'])('is not %j', (text) =>
    expect(isYes(text)).toBe(false),
  )
})

describe('an answer', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/)
  const instructions = fc.array(word, { minLength: 30, maxLength: 200 })

  it('that repeats instructions at length is known, whatever is written around and between', () => {
    fc.assert(
      fc.property(
        instructions,
        fc.nat(),
        fc.string(),
        fc.constantFrom(' ', '\n', ', ', ' — '),
        (words, at, around, between) => {
          const from = at % (words.length - 25)
          const answer = `${around} ${words
            .slice(from, from + 25)
            .join(between)
            .toUpperCase()} ${around}`
          expect(repeatsInstructions(answer, words.join(' '))).toBe(true)
        },
      ),
    )
  })

  it('that tells short ones as a whole is known too, with signs between that nobody sees', () => {
    const short = 'O cupom da casa é SOLNASCENTE, e só quem é da família pode saber.'
    expect(repeatsInstructions([...`Claro: ${short}`].join('\u200b'), short)).toBe(true)
    expect(repeatsInstructions('O cupom da casa é de quem é da família.', short)).toBe(false)
    expect(repeatsInstructions('Abrimos às nove.', 'Abrimos às nove.')).toBe(false)
  })

  it('may say a sentence of them', () => {
    const told = 'Abrimos de segunda a sexta das nove às dezoito horas na Rua das Flores, 10. '.repeat(1)
    expect(repeatsInstructions(`Olá! ${told}`, `${told} Nunca fale de preços. Seja breve e gentil com todos.`)).toBe(
      false,
    )
  })
})
