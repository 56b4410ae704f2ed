import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  componentsOf,
  ProviderTemplate,
  qualityOf,
  reasonOf,
  statusOf,
  wordsOf,
  type TemplateWords,
} from './provider-template.ts'
import { variablesIn } from '@recado/sdk'

const words: TemplateWords = {
  parameterFormat: 'POSITIONAL',
  headerFormat: 'TEXT',
  headerText: 'Order {{1}}',
  headerExamples: { 1: '42' },
  body: 'Second {{2}}, first {{1}}.',
  bodyExamples: { 1: 'one', 2: 'two' },
  footer: 'Aurora',
  buttons: [
    { type: 'quickReply', text: 'Ok' },
    { type: 'url', text: 'Track', url: 'https://a.test/{{1}}', example: 'https://a.test/42' },
    { type: 'call', text: 'Call', phone: '+551140028922' },
    { type: 'copy', text: 'Copy', code: 'TEN' },
  ],
}
const read = (components: unknown, parameter_format = '') =>
  wordsOf(ProviderTemplate.parse({ id: '1', name: 'a', language: 'en', components, parameter_format }))

describe('the provider’s components', () => {
  test('carry the examples by number in order, not as they appear', () => {
    expect(componentsOf(words)).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['42'] } },
      { type: 'BODY', text: 'Second {{2}}, first {{1}}.', example: { body_text: [['one', 'two']] } },
      { type: 'FOOTER', text: 'Aurora' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Ok' },
          { type: 'URL', text: 'Track', url: 'https://a.test/{{1}}', example: ['https://a.test/42'] },
          { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+551140028922' },
          { type: 'COPY_CODE', text: 'Copy', example: 'TEN' },
        ],
      },
    ])
  })

  test('or by name, and the example of a file as its handle', () => {
    expect(
      componentsOf(
        {
          ...words,
          parameterFormat: 'NAMED',
          headerFormat: 'IMAGE',
          body: 'Hi {{first_name}}.',
          bodyExamples: { first_name: 'Maria' },
          footer: ' ',
          buttons: [],
        },
        '4::abc',
      ),
    ).toEqual([
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::abc'] } },
      {
        type: 'BODY',
        text: 'Hi {{first_name}}.',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Maria' }] },
      },
    ])
    expect(componentsOf({ ...words, headerFormat: 'LOCATION', footer: '', buttons: [] })[0]).toEqual({
      type: 'HEADER',
      format: 'LOCATION',
    })
  })

  test('come back as they were written', () => {
    const text = fc.stringMatching(/^[A-Za-z ]{1,20}$/)
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 9 }), fc.boolean(), (first, rest, isNamed) => {
        const nameOf = (index: number) => (isNamed ? `v_${'abcdefghij'[index]}` : String(index + 1))
        const body = rest.reduce((before, after, index) => `${before} {{${nameOf(index)}}} ${after}`, first)
        const bodyExamples = Object.fromEntries(rest.map((value, index) => [nameOf(index), value]))
        const written: TemplateWords = {
          ...words,
          ...(isNamed && { headerText: 'Order {{id}}', headerExamples: { id: '42' } }),
          parameterFormat: isNamed ? 'NAMED' : 'POSITIONAL',
          body,
          bodyExamples,
        }
        expect(read(componentsOf(written))).toEqual(written)
        expect(variablesIn(body)).toEqual(
          Object.keys(bodyExamples).toSorted((a, b) => body.indexOf(`{{${a}}}`) - body.indexOf(`{{${b}}}`)),
        )
      }),
    )
  })

  test('of other tools are kept as far as they go, and no list makes reading throw', () => {
    expect(
      read([
        { type: 'body', text: '{{1}} is your code.' },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
      ]),
    ).toMatchObject({ body: '{{1}} is your code.', buttons: [{ type: 'other', text: 'Copy', providerType: 'OTP' }] })
    expect(read([{ type: 'BODY', text: 'Hi {{1}}.', example: { body_text: ['Maria'] } }]).bodyExamples).toEqual({
      1: 'Maria',
    })
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.array(
          fc.record(
            {
              type: fc.constantFrom('HEADER', 'BODY', 'FOOTER', 'BUTTONS'),
              text: fc.jsonValue(),
              example: fc.jsonValue(),
              buttons: fc.jsonValue(),
              format: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
        ),
        (any, list) => {
          for (const components of [any, list]) expect(read(components).buttons).toBeInstanceOf(Array)
        },
      ),
    )
  })
})

test('statuses, qualities and reasons under every name they have', () => {
  expect(
    ['approved', 'REJECTED', 'submitted', 'REINSTATED', 'SOMETHING_NEW', 'DRAFT', 'FLAGGED', ''].map(statusOf),
  ).toEqual(['APPROVED', 'REJECTED', 'PENDING', 'APPROVED', 'UNKNOWN', 'UNKNOWN', undefined, undefined])
  expect(['GREEN', 'low', 'x'].map(qualityOf)).toEqual(['GREEN', 'RED', 'UNKNOWN'])
  expect(['NONE', null, '', 'ABUSIVE_CONTENT'].map(reasonOf)).toEqual([null, null, null, 'ABUSIVE_CONTENT'])
})
