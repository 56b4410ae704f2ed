import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMarked, lineMarks, toggledLines, markActs, marks, toggledMark } from './marking.ts'

const applied = (text: string, start: number, end: number, mark: string) => {
  const { inserted, from, to, selected } = toggledMark(text, start, end, mark)
  return { text: text.slice(0, from) + inserted + text.slice(to), selected }
}

describe('a mark by keys', () => {
  test('stands at the words of what is selected, not at the spaces around them', () => {
    expect(applied('bom dia hoje', 3, 8, '*')).toEqual({ text: 'bom *dia* hoje', selected: [5, 8] })
  })
  test('without a selection the caret stands between the marks', () => {
    expect(applied('oi ', 3, 3, '_')).toEqual({ text: 'oi __', selected: [4, 4] })
  })
  test('the same keys twice leave the text as it was', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.constantFrom(...markActs), (text, a, b, act) => {
        const [start, end] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y) as [
          number,
          number,
        ]
        const once = applied(text, start, end, marks[act])
        fc.pre(once.text.length > text.length)
        expect(applied(once.text, ...once.selected, marks[act]).text).toBe(text)
      }),
    )
  })
})

test.for([
  ['oi', false],
  ['oi\ntudo bem?', false],
  ['2 * 3 * 4', false],
  ['*oi*', true],
  ['- um', true],
  ['> disse', true],
] as const)('%s is marked: %s', ([text, expected]) => {
  expect(isMarked(text)).toBe(expected)
})

test('marks of lines stand before each line that is touched, and go again', () => {
  const change = (text: string, start: number, end: number, kind: keyof typeof lineMarks) => {
    const { inserted, from, to } = toggledLines(text, start, end, lineMarks[kind])
    return text.slice(0, from) + inserted + text.slice(to)
  }
  expect(change('um\ndois\ntrês', 4, 9, 'list')).toBe('um\n- dois\n- três')
  expect(change('um\ndois', 0, 7, 'numbers')).toBe('1. um\n2. dois')
  expect(change('- um\n- dois', 0, 9, 'numbers')).toBe('1. um\n2. dois')
  expect(change('> um\n> dois', 0, 12, 'quote')).toBe('um\ndois')
  expect(change('', 0, 0, 'list')).toBe('- ')
  expect(change('\num', 0, 3, 'list')).toBe('- \n- um')
})

test('whatever is marked, the same act twice leaves the words', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é'), maxLength: 20 }),
      fc.nat(20),
      fc.nat(20),
      fc.constantFrom(...(Object.keys(lineMarks) as (keyof typeof lineMarks)[])),
      (text, a, b, kind) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
        const first = toggledLines(text, start, end, lineMarks[kind])
        const marked = text.slice(0, first.from) + first.inserted + text.slice(first.to)
        const second = toggledLines(marked, ...first.selected, lineMarks[kind])
        expect(marked.slice(0, second.from) + second.inserted + marked.slice(second.to)).toBe(text)
      },
    ),
    { numRuns: 1_000 },
  )
})
