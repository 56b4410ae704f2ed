import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkup, type MarkupBlock, type MarkupInline } from './markup.ts'
import { wordsOfMarkup } from './markup-writer.ts'

const text = (words: string): MarkupInline => ({ kind: 'text', text: words })
const inline = (written: string): readonly MarkupInline[] => {
  const [block] = parseMarkup(written)
  return block?.kind === 'lines' ? block.lines[0]! : []
}

describe('marks within a line', () => {
  test.for<[string, readonly MarkupInline[]]>([
    ['Oi', [text('Oi')]],
    ['*forte*', [{ kind: 'strong', content: [text('forte')] }]],
    ['**forte**', [{ kind: 'strong', content: [text('forte')] }]],
    ['__forte__', [{ kind: 'strong', content: [text('forte')] }]],
    [
      '_leve_ e ~velho~',
      [{ kind: 'emphasis', content: [text('leve')] }, text(' e '), { kind: 'struck', content: [text('velho')] }],
    ],
    ['~~velho~~', [{ kind: 'struck', content: [text('velho')] }]],
    [
      '*forte _e leve_*',
      [{ kind: 'strong', content: [text('forte '), { kind: 'emphasis', content: [text('e leve')] }] }],
    ],
    ['***a***', [{ kind: 'strong', content: [{ kind: 'strong', content: [text('a')] }] }]],
    ['**a*b**', [{ kind: 'strong', content: [text('a*b')] }]],
    ['(*sim*)!', [text('('), { kind: 'strong', content: [text('sim')] }, text(')!')]],
    ['`a *b*`', [{ kind: 'code', text: 'a *b*' }]],
    ['digite ```ls *``` e', [text('digite '), { kind: 'code', text: 'ls *' }, text(' e')]],
    ['[site](https://x.test/a_b_c)', [{ kind: 'link', href: 'https://x.test/a_b_c', content: [text('site')] }]],
  ])('%s', ([written, expected]) => expect(inline(written)).toEqual(expected))

  test.for([
    '2 * 3 * 4 e 2*3*4',
    'snake_case_name',
    'https://x.test/_a_/b_c_ e *https://',
    '*aberto',
    'fechado*',
    '** **',
    '****',
    '>50 reais',
    '7) sete\n• oito',
    'R$ 5 ~ R$ 10 ~ caro',
    '[mau](javascript:alert(1))',
    '`aberto',
    '*a\nb*',
  ])('is text: %s', (written) => {
    expect(wordsOfMarkup(written)).toBe(written)
  })
})

describe('blocks', () => {
  test.for<[string, readonly MarkupBlock['kind'][]]>([
    ['um\ndois', ['lines']],
    ['> um\n> dois\ntrês', ['quote', 'lines']],
    ['Leve:\n- um\n- dois\n\nfim', ['lines', 'list', 'lines']],
    ['1. um\n2. dois', ['list']],
    ['antes\n```\nif (a) {}\n```\ndepois', ['lines', 'pre', 'lines']],
    ['-5 graus', ['lines']],
    ['2024. Foi bom', ['lines']],
  ])('%s', ([written, kinds]) => expect(parseMarkup(written).map(({ kind }) => kind)).toEqual(kinds))

  test('numbers of a list stay as they were written', () => {
    expect(wordsOfMarkup('3. três\n7. sete')).toBe('3. três\n7. sete')
  })
})

describe('for any text', () => {
  const written = fc.string({
    unit: fc.constantFrom(
      '*',
      '**',
      '_',
      '~',
      '`',
      '```\n',
      '[a](https://x.y)',
      '> ',
      '- ',
      'a',
      'é',
      ' ',
      '\n',
      'https://x.y/_',
    ),
    maxLength: 80,
  })
  const letters = (words: string): string => words.replace(/[^aé]/g, '')

  test('no word is lost, doubled or moved', () => {
    fc.assert(
      fc.property(written, (one) => {
        expect(letters(wordsOfMarkup(one))).toBe(letters(one))
      }),
    )
  })

  test('is read in time that grows with its length, however it is nested', { timeout: 4_000 }, () => {
    for (const hostile of ['*a ', '**', '[', '`a', '_a*', '```', '```a \n', '> ', 'https://x.', 'h'])
      expect(wordsOfMarkup(hostile.repeat(20_000)).length).toBeGreaterThan(0)
  })
})
