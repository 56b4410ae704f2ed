import { describe, expect, it } from 'vitest'
import { HandOver } from '../../prompts/hand-over.ts'
import { plain } from './plain.ts'
import { readReason, reason } from './reason.ts'
import { reasonText } from './reason-text.ts'
import { afterModel, beforeModel } from './rules.ts'

const handOver = HandOver.parse({})
const heard = (unanswered: string, customer = [unanswered]) => ({
  unanswered,
  customer,
  contact: undefined,
  ticketTags: [],
})
const before = (text: string, refusedTopics: string[] = []) => beforeModel({ handOver, refusedTopics }, heard(text))

describe('somebody who asks for a person', () => {
  it.each([
    'Quero falar com um atendente',
    'atendente',
    'Atendente, por favor!',
    'Me transfere para um atendente?',
    'I want to talk to a human',
    'human please',
    'Quiero hablar con una persona.',
    'Соедините с оператором, пожалуйста',
    'оператор',
    'Есть живой человек?',
  ])('is known: %s', (text) => expect(before(text)).toMatch(/^person: /))

  it.each([
    'Não quero falar com um atendente',
    'Foi erro humano?',
    'A pessoa que me atendeu foi gentil',
    'A pizza é para uma pessoa',
    'I do not need to talk to a human',
    'Сколько человек помещается в зале?',
  ])('is not whoever says: %s', (text) => expect(before(text)).toBeUndefined())
})

describe('somebody who is angry', () => {
  it.each([
    'Que absurdo!',
    'Vou no PROCON',
    'vocês são uns incompetentes',
    'Esto es una estafa',
    'This is ridiculous, I am fed up',
    'Сколько можно ждать!',
    'EU QUERO MEU DINHEIRO DE VOLTA',
  ])('is known: %s', (text) => expect(before(text)).toMatch(/^(anger|shouted)/))

  it.each(['Obrigado!!!', 'OK', 'CPF 529.982.247-25', 'Meu pedido é o ABC-123-XYZ', 'Adorei a sugestão'])(
    'is not whoever says: %s',
    (text) => expect(before(text)).toBeUndefined(),
  )
})

it('a refused topic is known by its beginning and whole words', () => {
  expect(before('O que acha da politica?', ['Política'])).toBe('scope: Política')
  expect(before('Falam de políticas públicas?', ['política'])).toBe('scope: política')
  expect(before('Qual é a geopolítica disso?', ['política'])).toBeUndefined()
})

it('somebody is not helped when they say so for the second time', () => {
  const rules = { handOver, refusedTopics: [] }
  const [first, second] = ['Não foi isso', 'Já disse que não']
  expect(beforeModel(rules, heard(first, ['Oi', first]))).toBeUndefined()
  expect(beforeModel(rules, heard(second, ['Oi', first, second]))).toBe('notHelped: ja disse')
  expect(beforeModel(rules, heard('Ah, obrigado', ['Oi', first, second, 'Ah, obrigado']))).toBeUndefined()
})

describe('an answer', () => {
  const judged = (say: string, earlier: string[] = [], cites = 1) =>
    afterModel({ handOver, refusedTopics: [] }, { say, cites, before: earlier })

  it.each(['Não sei informar.', 'I’m not sure about that.', 'No lo sé.', 'К сожалению, я не знаю.'])(
    'that does not know is not sent: %s',
    (say) => expect(judged(say)).toMatch(/^unsure: /),
  )

  it('is not said twice, but for a greeting', () => {
    const long = 'Abrimos de segunda a sexta, das nove às dezoito.'
    expect(judged(long, [long.toUpperCase()])).toBe('repeated')
    expect(judged('De nada!', ['De nada!'])).toBeUndefined()
  })

  it('names an article where it has to', () => {
    const strict = { handOver: { ...handOver, needsSource: true }, refusedTopics: [] }
    expect(afterModel(strict, { say: 'Abrimos às nove.', cites: 0, before: [] })).toBe('noSource')
    expect(afterModel(strict, { say: 'Abrimos às nove.', cites: 1, before: [] })).toBeUndefined()
  })
})

it('a reason is kept with its detail and told in words', () => {
  expect(readReason(reason('anger', ' absurdo '))).toEqual({ code: 'anger', detail: 'absurdo' })
  expect(readReason('pediu uma pessoa')).toBeUndefined()
  expect(reasonText('turns: 4', 'en')).toBe('it reached its number of answers: 4')
  expect(reasonText('pediu uma pessoa', 'pt-BR')).toBe('pediu uma pessoa')
})

it('a text in words alone has no accents, no signs and no capitals', () => {
  expect(plain('Não é ISSO, «йод»!')).toBe(' nao e isso иод ')
})
