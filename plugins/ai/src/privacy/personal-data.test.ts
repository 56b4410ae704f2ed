import { cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PersonalData, RevealingStream } from './personal-data.ts'

const said =
  'Sou Ana, CPF 529.982.247-25, cartão 4111 1111 1111 1111, fone (11) 98765-4321, ana@exemplo.com.br, CNPJ ' +
  '11.222.333/0001-81'

describe('personal data', () => {
  it('does not leave, and comes back in the answer', () => {
    const data = new PersonalData()
    const hidden = data.hide(said)
    expect(hidden).toBe('Sou Ana, CPF <CPF_3>, cartão <CARD_4>, fone <PHONE_5>, <EMAIL_1>, CNPJ <CNPJ_2>')
    expect(data.reveal(hidden)).toBe(said)
    expect(data.count).toBe(5)
    expect(data.revealIn({ to: ['<EMAIL_1>'], n: 7, x: { y: null } })).toEqual({
      to: ['ana@exemplo.com.br'],
      n: 7,
      x: { y: null },
    })
  })

  it('is what has the right check digits: other numbers stay', () => {
    const data = new PersonalData()
    const plain = 'Pedido 1234567890123456, protocolo 20261127000123, R$ 1.234,56 em 27/11/2026 às 10:30'
    expect(data.hide(plain)).toBe(plain)
    expect(data.finds(plain)).toBe(false)
    expect(data.finds(said)).toBe(true)
  })

  it.each([
    '529.982\u200b.247-25',
    '５２９.９８２.２４７-２５',
    '529\u00a0982\u00a0247\u00a025',
    '529.982.247\u201325',
  ])('is found however it is written: %s', (written) => {
    expect(new PersonalData().hide(`CPF ${written}.`)).toBe('CPF <CPF_1>.')
    expect(new PersonalData().hide('4111.1111.1111.1111')).toBe('<CARD_1>')
    expect(new PersonalData().finds('nada\u200b aqui')).toBe(false)
  })

  it('has one name wherever it stands, and names that nobody gave stay', () => {
    const data = new PersonalData()
    expect(data.hide('a@b.co e a@b.co')).toBe('<EMAIL_1> e <EMAIL_1>')
    expect(data.reveal('<CPF_9> <EMAIL_1>')).toBe('<CPF_9> a@b.co')
  })

  it('of any valid document is hidden in any text around it, and revealed however the answer is cut', () => {
    const around = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '<', '>', '!', '\n'), maxLength: 20 })
    const document = fc.boolean().map((isFormatted) => cpf.generate(isFormatted))
    fc.assert(
      fc.property(around, document, around, fc.array(fc.nat({ max: 60 }), { maxLength: 8 }), (a, number, b, cuts) => {
        const text = `${a} ${number} ${b}`
        const data = new PersonalData()
        const hidden = data.hide(text)
        expect(hidden).not.toContain(number)
        const stream = new RevealingStream(data)
        const places = [0, ...cuts.map((cut) => Math.min(cut, hidden.length)).toSorted((x, y) => x - y), hidden.length]
        const pieces = places.slice(1).map((end, index) => stream.add(hidden.slice(places[index], end)))
        expect(pieces.join('') + stream.end()).toBe(text)
      }),
    )
  })
})
