import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOfMarkup, settled, styles, type Line, type Run } from './lines.ts'
import { writtenLines } from './written-lines.ts'

const markupOf = (lines: readonly Line[]): string => writtenLines(lines).text
const plain = (...runs: Run[]): Line => ({ kind: 'plain', runs })
const said = (text: string, ...set: Run['styles'][number][]): Run => ({ text, styles: set })

describe('lines of a text with marks', () => {
  test.for<[string, readonly Line[]]>([
    ['', [plain()]],
    ['Oi', [plain(said('Oi'))]],
    ['um\n\ndois', [plain(said('um')), plain(), plain(said('dois'))]],
    ['*um* dois', [plain(said('um', 'strong'), said(' dois'))]],
    [
      '- um\n- ',
      [
        { kind: 'bullet', runs: [said('um')] },
        { kind: 'bullet', runs: [] },
      ],
    ],
    ['3. ', [{ kind: 'number', number: 3, runs: [] }]],
    ['> ', [{ kind: 'quote', runs: [] }]],
    ['```\na\nb\n```', [{ kind: 'pre', runs: [said('a\nb')] }]],
    ['[site](https://x.test/a)', [plain({ text: 'site', styles: [], href: 'https://x.test/a' })]],
  ])('%j', ([written, lines]) => {
    expect(linesOfMarkup(written)).toEqual(lines)
    expect(markupOf(lines)).toBe(written)
  })

  test.for<[readonly Run[], string]>([
    [[said('forte ', 'strong'), said('leve')], '*forte* leve'],
    [[said('ab'), said('cd', 'strong'), said('ef')], 'ab**cd**ef'],
    [[said('ab'), said('cd', 'emphasis'), said('ef')], '_abcdef_'],
    [[said('a', 'strong'), said('b', 'strong', 'emphasis')], '*_ab_*'],
    [[said('um ', 'strong'), said('dois', 'strong', 'emphasis'), said(' três', 'emphasis')], '*um _dois_* _três_'],
    [[said('a* b', 'strong')], '**a* b**'],
  ])('%j', ([runs, written]) => expect(markupOf([plain(...runs)])).toBe(written))
})

describe('for any document', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '7', ' ', ',', '-'), minLength: 1, maxLength: 5 })
  const run = fc.record({ text: word, styles: fc.subarray([...styles]) })
  const code = word.map((text): Run => ({ text, styles: [], code: true }))
  const link = word.map((text): Run => ({ text, styles: [], href: 'https://x.test/a_b' }))
  const runs = fc.array(fc.oneof({ weight: 6, arbitrary: run }, code, link), { maxLength: 5 })
  const kinds = ['plain', 'quote', 'bullet', 'number'] as const
  const line = fc
    .record({ kind: fc.constantFrom(...kinds), runs, number: fc.nat(999) })
    .map(({ kind, number, runs: of }): Line => ({ kind, runs: of, ...(kind === 'number' && { number }) }))

  // Marks that would cross within words reach to the ends of the words when they are written again.
  test('what it says is written, and read twice from its marks it stays as it is', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const once = linesOfMarkup(markupOf(lines))
        const read = linesOfMarkup(markupOf(once))
        expect(linesOfMarkup(markupOf(read))).toEqual(read)
        const letters = (of: readonly Line[]) => of.flatMap((one) => one.runs.map(({ text }) => text)).join('')
        expect(letters(read).replace(/[^aé7]/g, '')).toBe(letters(lines).replace(/[^aé7]/g, ''))
      }),
      { numRuns: 400 },
    )
  })

  test('words that are set as a whole are read as they were set', () => {
    const whole = fc.array(
      fc.record({ text: fc.constantFrom('um', 'é isso', '7'), styles: fc.subarray([...styles]) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(whole, (words) => {
        const spaced = words.flatMap((one, index): Run[] => (index === 0 ? [one] : [{ text: ' ', styles: [] }, one]))
        expect(linesOfMarkup(markupOf([plain(...spaced)]))[0]!.runs).toEqual(settled(spaced))
      }),
    )
  })

  test('any marks that somebody wrote are the same after they were drawn and written', () => {
    const signs = ['*', '_', '~', '**', '`', '> ', '- ', '1. ', 'a', 'é', ' ', '\n', '[a](https://x.y)', '```\n']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs), maxLength: 30 }), (written) => {
        const once = markupOf(linesOfMarkup(written))
        const twice = markupOf(linesOfMarkup(once))
        expect(markupOf(linesOfMarkup(twice))).toBe(twice)
      }),
      { numRuns: 400 },
    )
  })

  test('a place in the text is the place in its line, there and back', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(3), fc.nat(20), (lines, of, at) => {
        const written = writtenLines(lines)
        const chosen = of % lines.length
        const before = Math.min(
          at,
          lines[chosen]!.runs.reduce((sum, { text }) => sum + text.length, 0),
        )
        const offset = written.offsetAt(chosen, before)
        expect(written.placeAt(offset)).toEqual({ line: chosen, before })
      }),
    )
  })
})
