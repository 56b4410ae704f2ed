import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGrade } from './grade.ts'
import { gradesOf, isGrade, rangeOf } from './kind.ts'

const nps = rangeOf('nps', 10)
const csat = rangeOf('csat', 10)
const ces = rangeOf('ces', 10)

const words = {
  pt: ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'],
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  es: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
  ru: ['ноль', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять'],
}
const keycap = (grade: number): string =>
  grade === 10 ? '🔟' : [...String(grade)].map((digit) => `${digit}\u{FE0F}\u{20E3}`).join('')
const wide = (grade: number): string =>
  [...String(grade)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')

describe('a grade', () => {
  it.each([
    ['10', 10],
    [' 9 ', 9],
    ['nota 8', 8],
    ['Nota: 7!', 7],
    ['dez', 10],
    ['ten', 10],
    ['DIEZ', 10],
    ['десять', 10],
    ['９', 9],
    ['１０', 10],
    ['9️⃣', 9],
    ['1️⃣0️⃣', 10],
    ['🔟', 10],
    ['8/10', 8],
    ['9 de 10', 9],
    ['7 out of 10', 7],
    ['оценка 6', 6],
    ['0', 0],
    ['minha nota é 5.', 5],
    ['"4"', 4],
  ])('is read from %s', (text, grade) => {
    expect(readGrade(text, nps)).toEqual({ grade, comment: null })
  })

  it.each([
    ['9, muito bom', 9, 'muito bom'],
    ['10 - excelente', 10, 'excelente'],
    ['2\nNinguém resolveu', 2, 'Ninguém resolveu'],
    ['nota 3. Demorou muito', 3, 'Demorou muito'],
  ])('is read with the words behind it: %s', (text, grade, comment) => {
    expect(readGrade(text, nps)).toEqual({ grade, comment })
  })

  it.each([
    '11',
    '-1',
    '9,5',
    '9.5',
    '7 ou 8',
    'tenho 2 problemas',
    '10, 11 e 12 estão livres?',
    'obrigado',
    '',
    '8/5',
    '1e1',
    '½',
    '2026-11-27',
    '+5511999990000',
  ])('is not guessed from %s', (text) => {
    expect(readGrade(text, nps)).toBeNull()
  })

  it.each([
    ['😡', 1],
    ['😍', 5],
    ['⭐⭐⭐⭐', 4],
    ['cinco', 5],
  ])('of satisfaction may be %s', (text, grade) => {
    expect(readGrade(text, csat)?.grade).toBe(grade)
    expect(readGrade(`${grade}`, csat)?.grade).toBe(grade)
  })

  it('begins with 1 where the range does, and faces are of satisfaction alone', () => {
    expect([readGrade('0', csat), readGrade('6', csat), readGrade('😍', ces), readGrade('😍', nps)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(readGrade('7', ces)?.grade).toBe(7)
  })

  it('S9-051 S5-102 is each one from 0 to the scale, however it is written, and never anything else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.nat(30),
        fc.constantFrom(
          (grade: number) => String(grade),
          (grade: number) => `  ${grade}\n`,
          (grade: number) => `Nota ${grade}!`,
          wide,
          keycap,
          ...Object.values(words).map((list) => (grade: number) => list[grade] ?? String(grade)),
        ),
        (scale, value, write) => {
          const range = rangeOf('nps', scale)
          const found = readGrade(write(value), range)
          return value <= scale ? found?.grade === value : found === null
        },
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constantFrom(nps, csat, ces), (text, range) => {
        const found = readGrade(text, range)
        return found === null || isGrade(found.grade, range)
      }),
      { numRuns: 2_000 },
    )
    expect(gradesOf(rangeOf('nps', 3))).toEqual([0, 1, 2, 3])
  })
})
