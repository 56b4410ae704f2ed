import { expect, test } from 'vitest'
import {
  fieldProblems,
  fieldsOf,
  isSendable,
  partOf,
  prefill,
  textOf,
  type SendableTemplate,
} from './message-fields.ts'

const template: SendableTemplate = {
  name: 'order_ready',
  language: 'pt_BR',
  category: 'UTILITY',
  headerFormat: 'TEXT',
  headerText: 'Pedido {{1}}',
  headerExamples: { 1: '42' },
  body: 'Olá, {{1}}! Seu pedido chega {{2}}.',
  bodyExamples: { 1: 'Maria', 2: 'amanhã' },
  footer: 'Aurora',
  buttons: [
    { type: 'quickReply', text: 'Ok' },
    { type: 'url', text: 'Ver', url: 'https://a.test/{{1}}', example: 'https://a.test/42' },
    { type: 'url', text: 'Site', url: 'https://a.test', example: '' },
    { type: 'copy', text: 'Cupom', code: 'TEN' },
  ],
}
const facts = { firstName: 'Maria', fullName: 'Maria Souza', protocol: '2026-7', agent: 'Ana' }

test('header, body and buttons are asked for apart, in the order they are read', () => {
  expect(fieldsOf(template).map(({ key, example }) => [key, example])).toEqual([
    ['header.1', '42'],
    ['1', 'Maria'],
    ['2', 'amanhã'],
    ['button.1.url', '42'],
    ['button.3.code', 'TEN'],
  ])
  expect(fieldProblems(fieldsOf(template), { 'header.1': '7', 1: ' ', 2: 'x', 'button.1.url': '7' })).toEqual({
    1: 'required',
    'button.3.code': 'required',
  })
})

test('the part carries every value, and the words as they will be read', () => {
  const values = { 'header.1': '7', 1: 'Maria', 2: 'hoje ', 'button.1.url': '7', 'button.3.code': 'DEZ', stray: 'x' }
  expect(partOf(template, values, '/media/m')).toEqual({
    kind: 'template',
    name: 'order_ready',
    language: 'pt_BR',
    vars: { 'header.1': '7', 1: 'Maria', 2: 'hoje', 'button.1.url': '7', 'button.3.code': 'DEZ' },
    text: 'Pedido 7\nOlá, Maria! Seu pedido chega hoje.\nAurora',
  })
  expect(partOf({ ...template, headerFormat: 'IMAGE' }, values, '/media/m')).toMatchObject({
    header: '/media/m',
    text: 'Olá, Maria! Seu pedido chega hoje.\nAurora',
  })
  expect(textOf(template, {})).toBe('Pedido {{1}}\nOlá, {{1}}! Seu pedido chega {{2}}.\nAurora')
})

test('a place needs its degrees, its name may be left out', () => {
  const place: SendableTemplate = { ...template, headerFormat: 'LOCATION', body: 'Venha.', buttons: [] }
  const problems = (latitude: string, longitude: string) =>
    fieldProblems(fieldsOf(place), { 'header.latitude': latitude, 'header.longitude': longitude })
  expect(problems('-23.55', '-46.63')).toEqual({})
  expect(problems('', '181')).toEqual({ 'header.latitude': 'degrees', 'header.longitude': 'degrees' })
  expect(problems('north', '0')).toEqual({ 'header.latitude': 'degrees' })
})

test('a name is guessed where a variable is called so or follows a greeting, and nowhere else', () => {
  expect(prefill(template, facts)).toEqual({ 1: 'Maria' })
  expect(
    prefill(
      {
        ...template,
        headerText: 'Oi {{1}}',
        body: 'Hello {{customer_name}}, {{order}} of {{full_name}}, {{protocolo}} by {{agent}}.',
      },
      facts,
    ),
  ).toEqual({
    'header.1': 'Maria',
    customer_name: 'Maria',
    full_name: 'Maria Souza',
    protocolo: '2026-7',
    agent: 'Ana',
  })
  expect(prefill({ ...template, body: 'Pedido {{1}} pronto.' }, facts)).toEqual({})
  for (const words of ['Здравствуйте, {{1}}!', 'Bom dia {{1}}.', '¡Hola {{1}}!'])
    expect(prefill({ ...template, body: words }, facts)).toEqual({ 1: 'Maria' })
})

test('a one-time password goes into its button too; what needs Meta’s tools is told apart', () => {
  const otp: SendableTemplate = {
    ...template,
    category: 'AUTHENTICATION',
    headerFormat: null,
    body: '{{1}} is your code.',
    footer: '',
    buttons: [{ type: 'other', text: 'Copy', providerType: 'OTP' }],
  }
  expect(isSendable(otp)).toBe(true)
  expect(partOf(otp, { 1: '1234' }, null).vars).toEqual({ 1: '1234', 'button.0.url': '1234' })
  expect(isSendable({ buttons: [{ type: 'other', text: 'Form', providerType: 'FLOW' }] })).toBe(false)
})
