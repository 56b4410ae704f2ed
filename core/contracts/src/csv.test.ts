import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, csvSeparatorOf, withoutCsvEscape } from './csv.ts'

/** Reads a line as a spreadsheet does. */
function readLine(line: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    cells.push(match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2]!)
    if (match[3] === '\r\n') break
  }
  return cells
}

describe('a line of a table', () => {
  it('is read back as it was written, whatever stands in the cells', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', 'ç', '"', ',', ';', '\n', '\r', '=', ' ', "'") })
      .filter((words) => !/^[\s']*[=+\-@]|^'*[\t\r]/.test(words))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        expect(readLine(csvLine(cells))).toEqual(cells)
      }),
    )
  })

  it('is exact once its escapes are taken back, apostrophes before a sign included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("'", ' ', '=', '+', '-', '@', '\t', '\r', 'a') }), { minLength: 1 }),
        (cells) => {
          expect(readLine(csvLine(cells)).map(withoutCsvEscape)).toEqual(cells)
        },
      ),
    )
  })

  it('starts no formula', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' =', '\u00a0+', '\uff1d'),
        fc.string(),
        (sign, rest) => {
          expect(readLine(csvLine([sign + rest]))[0]).toBe(`'${sign}${rest}`)
        },
      ),
    )
  })

  it('is separated as spreadsheets of the language expect, where the comma is a decimal mark by semicolons', () => {
    expect(csvLine(['1,5', 'a;b', 'c'], csvSeparatorOf('pt-BR'))).toBe('"1,5";"a;b";c\r\n')
    expect(csvLine(['1.5', 'c'], csvSeparatorOf('en'))).toBe('1.5,c\r\n')
  })
})
