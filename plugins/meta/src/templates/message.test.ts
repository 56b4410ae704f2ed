import { expect, test } from 'vitest'
import { fieldsOf, missingOf, partOf, templateMessage } from './message.ts'
import { ProviderTemplate, submissionOf, templateOf } from './provider-template.ts'

const read = (template: object) =>
  templateOf(ProviderTemplate.parse({ id: 1, name: 'a', language: 'en', status: 'APPROVED', ...template }))
const body = (text: string, example: object = {}) => ({ type: 'BODY', text, example })

test('numbers go in their order, however the values came, and the header’s apart', () => {
  const template = read({
    components: [
      { type: 'HEADER', format: 'TEXT', text: '{{1}} update', example: { header_text: ['Order'] } },
      body('Hello {{2}}, order {{1}} left. Bye {{2}}.', { body_text: [['77', 'Mary']] }),
    ],
  })
  expect(fieldsOf(template)).toEqual([
    { key: 'header.1', place: 'header', variable: '1', example: 'Order' },
    { key: '2', place: 'body', variable: '2', example: 'Mary' },
    { key: '1', place: 'body', variable: '1', example: '77' },
  ])
  expect(missingOf(template, { 1: '5', 2: ' ' })).toEqual(['header.1', '2'])
  const part = partOf(template, { 'header.1': 'Order', 2: ' Bia ', 1: '5', other: 'x' })
  expect(part).toMatchObject({ text: 'Order update\nHello Bia, order 5 left. Bye Bia.' })
  expect(templateMessage(part)).toEqual({
    name: 'a',
    language: { code: 'en' },
    components: [
      { type: 'header', parameters: [{ type: 'text', text: 'Order' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '5' },
          { type: 'text', text: 'Bia' },
        ],
      },
    ],
  })
})

test('named variables go along with their names', () => {
  const template = read({
    components: [body('Hello {{name}}.', { body_text_named_params: [{ param_name: 'name', example: 'Mary' }] })],
  })
  expect(template.body.examples).toEqual({ name: 'Mary' })
  expect(templateMessage(partOf(template, { name: 'Bia' }))['components']).toEqual([
    { type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'Bia' }] },
  ])
})

test.each<[string, object, boolean]>([
  ['only words', { components: [body('Hello.')] }, true],
  [
    'a button that is the same for all',
    { components: [body('Hi.'), { type: 'BUTTONS', buttons: [{ text: 'Go' }] }] },
    true,
  ],
  ['one that is rejected', { status: 'REJECTED', components: [body('Hello.')] }, false],
  ['a status that is newer than this', { status: 'SLEEPING', components: [body('Hello.')] }, false],
  ['a picture above', { components: [{ type: 'HEADER', format: 'IMAGE' }, body('Hello.')] }, false],
  [
    'an address that ends apart',
    { components: [body('Hi.'), { type: 'BUTTONS', buttons: [{ text: 'Go', url: 'https://a.test/{{1}}' }] }] },
    false,
  ],
  ['no text', { components: [] }, false],
])('%s: it can be sent, or not', (_what, template, isSendable) => {
  expect(read(template).isSendable).toBe(isSendable)
})

test('what is submitted is read back as it was written', () => {
  const draft = {
    connectionId: '' as never,
    name: 'a',
    language: 'en',
    body: 'Hello {{1}}, order {{2}}.',
    examples: { 2: '77', 1: 'Mary' },
  }
  expect(read(submissionOf(draft)).body).toEqual({ text: draft.body, examples: draft.examples })
})
