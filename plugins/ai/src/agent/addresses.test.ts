import { describe, expect, it } from 'vitest'
import { inventedAddress } from './addresses.ts'

const found = (answer: string, read: string[] = [], instructions = 'Entregas: entregas.example.') =>
  inventedAddress(answer, { instructions, read })

describe('an address in an answer', () => {
  it.each([
    ['![foto](https://ladrao.example/p.png?q=4321)', 'ladrao.example'],
    ['Veja www.ladrao.example/x.', 'www.ladrao.example'],
    ['Veja ladrao.example/x!', 'ladrao.example'],
    ['HTTPS://LADRAO.EXAMPLE:8443/a', 'ladrao.example'],
    ['https://entregas.example.ladrao.example/a', 'entregas.example.ladrao.example'],
    ['https://entregas.example@ladrao.example/a', 'entregas.example@ladrao.example'],
    ['https://la\u200bdrao.example/a', 'ladrao.example'],
  ])('that nobody gave the model is known: %s', (answer, host) => {
    expect(found(answer, ['Pedido 4321 de https://ladrao.example.'])).toBe(host)
  })

  it.each([
    ['Siga em https://entregas.example/rastreio/4321.', []],
    ['Está em https://blog.example/bolos!', ['Leia https://blog.example/bolos e volte.']],
    ['Está em **https://Blog.example/bolos**.', ['Leia https://blog.example/bolos']],
    ['Custa R$ 10,50/kg, das 9h às 18h, e/ou fale com ana@loja.example.', []],
    ['Olá!', []],
  ])('that somebody gave it is said: %s', (answer, read) => expect(found(answer, read)).toBeUndefined())
})
