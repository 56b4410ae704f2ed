import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerFormats, parameterFormats, type TemplateButton, type TemplateContent } from './template-kinds.ts'
import { draftProblems, ruleNames, templateProblems } from './template-rules.ts'
import { fillVariables, variablePieces, variablesIn } from '@recado/sdk'

const good: TemplateContent = {
  connectionId: 'c',
  name: 'order_ready',
  language: 'pt_BR',
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  headerFormat: 'TEXT',
  headerText: 'Order {{1}}',
  headerExamples: { 1: '42' },
  headerMediaId: null,
  body: 'Hello {{1}}, your order is ready for {{2}}.',
  bodyExamples: { 1: 'Maria', 2: 'pickup' },
  footer: 'Aurora',
  buttons: [],
}
const wrong = (change: Partial<TemplateContent>) =>
  templateProblems({ ...good, ...change }).map(({ path, rule }) => `${path} ${rule}`)
const withButtons = (...buttons: TemplateButton[]) => wrong({ buttons })
const reply = (text: string): TemplateButton => ({ type: 'quickReply', text })
const link = (url: string, example = '', text = 'Track'): TemplateButton => ({ type: 'url', text, url, example })

test('a template that keeps every rule has no problem', () => {
  expect(templateProblems(good)).toEqual([])
  expect(
    wrong({
      headerFormat: null,
      headerText: '',
      footer: '',
      parameterFormat: 'NAMED',
      body: 'Hello {{first_name}}!',
      bodyExamples: { first_name: 'Maria' },
    }),
  ).toEqual([])
})

describe('what must be there', () => {
  test('S5-079 a name, of lower case, digits and underscores', () => {
    expect(wrong({ name: '' })).toEqual(['name nameRequired'])
    for (const name of ['Order', 'order ready', 'order-ready', 'açaí'])
      expect(wrong({ name })).toEqual(['name namePattern'])
    expect(wrong({ name: 'a'.repeat(513) })).toEqual(['name tooLong'])
    expect(draftProblems({ name: '', connectionId: '' }).map(({ rule }) => rule)).toEqual([
      'connectionRequired',
      'nameRequired',
    ])
  })
  test('S5-080 the WhatsApp connection it belongs to', () => {
    expect(wrong({ connectionId: '' })).toEqual(['connectionId connectionRequired'])
  })
  test('S5-081 a body', () => {
    for (const body of ['', ' \n ']) expect(wrong({ body })).toEqual(['body bodyRequired'])
  })
  test('S5-082 a category, one that may be written here', () => {
    for (const category of [null, 'AUTHENTICATION'] as const)
      expect(wrong({ category })).toEqual(['category categoryRequired'])
  })
  test('a language that WhatsApp knows, and a file where the header is one', () => {
    expect(wrong({ language: 'xx' })).toEqual(['language languageRequired'])
    expect(wrong({ headerFormat: 'IMAGE' })).toEqual(['headerMediaId headerMediaRequired'])
    expect(wrong({ headerText: '' })).toEqual(['headerText headerTextRequired'])
  })
})

describe('S5-083 variables of the header', () => {
  test.for([
    ['Order {{2}}', ['headerText variablesInOrder', 'headerExamples.2 exampleRequired']],
    ['{{1}} and {{2}}', ['headerText tooManyVariables', 'headerExamples.2 exampleRequired']],
    ['Order {{1', ['headerText variableMalformed']],
    ['Order\n{{1}}', ['headerText noLineBreaks']],
    ['{{1}}', []],
  ] as const)('%s', ([headerText, expected]) => {
    expect(wrong({ headerText })).toEqual(expected)
  })
  test('need an example', () => {
    expect(wrong({ headerExamples: { 1: ' ' } })).toEqual(['headerExamples.1 exampleRequired'])
  })
})

describe('S5-084 variables of the body', () => {
  test.for([
    ['Hello {{1}} and {{3}}.', ['body variablesInOrder', 'bodyExamples.3 exampleRequired']],
    ['Hello {{0}}.', ['body variablesInOrder', 'bodyExamples.0 exampleRequired']],
    ['Hello {{name}}.', ['body variablesInOrder', 'bodyExamples.name exampleRequired']],
    ['{{1}}, hello.', ['body variableAtEdge']],
    ['Hello {{1}}', ['body variableAtEdge']],
    ['Hello {{1}}{{2}}.', ['body variablesAdjacent']],
    ['Hello {{}}.', ['body variableMalformed']],
    ['Hello }} {{1}}.', ['body variableMalformed']],
    ['First {{2}}, then {{1}}.', []],
  ] as const)('%s', ([body, expected]) => {
    expect(wrong({ body })).toEqual(expected)
  })
  test('by name: words of lower case', () => {
    expect(
      wrong({ parameterFormat: 'NAMED', body: 'Hello {{First}}.', bodyExamples: { First: 'x' }, headerFormat: null }),
    ).toEqual(['body variableName'])
    expect(wrong({ parameterFormat: 'NAMED', body: 'Hello {{1}}.', headerFormat: null })).toEqual(['body variableName'])
  })
})

describe('lengths', () => {
  test.for([
    ['headerText', 60],
    ['body', 1_024],
    ['footer', 60],
  ] as const)('%s holds %d characters', ([field, limit]) => {
    expect(wrong({ [field]: 'ã'.repeat(limit) })).toEqual([])
    expect(wrong({ [field]: '👍'.repeat(limit) })).toEqual([])
    expect(wrong({ [field]: 'ã'.repeat(limit + 1) })).toEqual([`${field} tooLong`])
  })
  test('the footer has no variables', () => {
    expect(wrong({ footer: 'Bye {{1}}' })).toEqual(['footer noVariablesHere'])
  })
})

describe('S3-030 S3-031 buttons', () => {
  test('of each kind', () => {
    expect(
      withButtons(
        reply('Yes'),
        reply('No'),
        link('https://aurora.test/{{1}}', '42'),
        { type: 'call', text: 'Call', phone: '+55 (11) 4002-8922' },
        { type: 'copy', text: 'Copy', code: 'TEN' },
      ),
    ).toEqual([])
  })
  test.for([
    ['ten in all', Array.from({ length: 11 }, (_, index) => reply(`R${index}`)), ['buttons tooManyButtons']],
    [
      'two addresses',
      [link('https://a.test', '', 'A'), link('https://b.test', '', 'B'), link('https://c.test', '', 'C')],
      ['buttons.2 tooManyOfKind'],
    ],
    [
      'one call',
      [
        { type: 'call', text: 'A', phone: '+5511' + '9'.repeat(8) },
        { type: 'call', text: 'B', phone: '12345' },
      ],
      ['buttons.1 tooManyOfKind'],
    ],
    ['replies side by side', [reply('A'), link('https://a.test'), reply('B')], ['buttons quickRepliesTogether']],
    ['words', [reply('')], ['buttons.0.text buttonTextRequired']],
    ['25 characters', [reply('x'.repeat(26))], ['buttons.0.text tooLong']],
    ['words only once', [reply('Yes'), reply('Yes ')], ['buttons.1.text buttonTextTwice']],
    ['no variables in words', [reply('Hi {{1}}')], ['buttons.0.text noVariablesHere']],
    ['an address', [link('aurora.test')], ['buttons.0.url urlInvalid']],
    ['an address of the web', [link('javascript:alert(1)')], ['buttons.0.url urlInvalid']],
    ['a variable only at the end', [link('https://a.test/{{1}}/x', '1')], ['buttons.0.url urlVariableAtEnd']],
    ['an example of the variable', [link('https://a.test/{{1}}')], ['buttons.0.example exampleRequired']],
    ['a number', [{ type: 'call', text: 'Call', phone: 'soon' }], ['buttons.0.phone phoneInvalid']],
    ['a code', [{ type: 'copy', text: 'Copy', code: '' }], ['buttons.0.code codeRequired']],
  ] as const)('%s', ([, buttons, expected]) => {
    expect(withButtons(...buttons)).toEqual(expected)
  })
})

describe('for any input', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('{{', '}}', '{', '}', '1', '2', 'name', ' ', 'Hello', '\n'))
      .map((parts) => parts.join('')),
  )
  const examples = fc.dictionary(text, text)
  const button: fc.Arbitrary<TemplateButton> = fc.oneof(
    fc.record({ type: fc.constant('quickReply' as const), text }),
    fc.record({ type: fc.constant('url' as const), text, url: fc.oneof(text, fc.webUrl()), example: text }),
    fc.record({ type: fc.constant('call' as const), text, phone: text }),
    fc.record({ type: fc.constant('copy' as const), text, code: text }),
  )
  const content: fc.Arbitrary<TemplateContent> = fc.record({
    connectionId: text,
    name: text,
    language: text,
    category: fc.constantFrom('MARKETING', 'UTILITY', 'AUTHENTICATION', null),
    parameterFormat: fc.constantFrom(...parameterFormats),
    headerFormat: fc.constantFrom(...headerFormats, null),
    headerText: text,
    headerExamples: examples,
    headerMediaId: fc.option(text),
    body: text,
    bodyExamples: examples,
    footer: text,
    buttons: fc.array(button, { maxLength: 12 }),
  })
  test('problems are of known rules and point to fields that exist; looking twice finds the same', () => {
    fc.assert(
      fc.property(content, (any) => {
        const problems = templateProblems(any)
        for (const { path, rule } of problems) {
          expect(ruleNames).toContain(rule)
          expect(Object.keys(any)).toContain(path.split('.')[0])
        }
        expect(templateProblems(any)).toEqual(problems)
      }),
    )
  })
  test('a body of words and numbered variables between them keeps the rules, and filling leaves none behind', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ú]{1,8}$/)
    fc.assert(
      fc.property(word, fc.array(fc.tuple(word, word), { maxLength: 9 }), (first, rest) => {
        const body = rest.reduce((before, [after], index) => `${before} {{${index + 1}}} ${after}`, first)
        const values = Object.fromEntries(rest.map(([, value], index) => [String(index + 1), value]))
        expect(wrong({ body, bodyExamples: values })).toEqual([])
        expect(variablesIn(fillVariables(body, values))).toEqual([])
      }),
    )
  })
  test('what a value contains is never read as a variable, and the pieces are the text', () => {
    expect(fillVariables('{{1}} {{2}}', { 1: '{{2}}', 2: '$&' })).toBe('{{2}} $&')
    expect(fillVariables('{{constructor}} {{1}}', { 1: '' })).toBe('{{constructor}} {{1}}')
    fc.assert(
      fc.property(text, (any) => {
        expect(
          variablePieces(any)
            .map(({ text: piece }) => piece)
            .join(''),
        ).toBe(any)
      }),
    )
  })
})
