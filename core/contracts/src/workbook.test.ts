import { describe, expect, it } from 'vitest'
import { workbookEntries } from './workbook.ts'

/** The entries of a workbook by their paths, read in their order. */
async function entries(...table: Parameters<typeof workbookEntries>): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for await (const { path, pieces } of workbookEntries(...table)) {
    let text = ''
    for await (const piece of pieces) text += piece
    read.set(path, text)
  }
  return read
}
const cellsOf = (sheet: string): string[] => [...sheet.matchAll(/preserve">([^<]*)</g)].map(([, cell]) => cell!)

describe('a workbook', () => {
  it('goes on in another sheet, each with its heading, where one is full', async () => {
    const pages = [[['1'], ['2'], ['3']], [], [['4']], [['5'], ['6'], ['7']]]
    const read = await entries(['N'], pages, 4)
    expect([...read.keys()].filter((path) => path.includes('worksheets'))).toEqual(
      [1, 2, 3].map((sheet) => `xl/worksheets/sheet${sheet}.xml`),
    )
    expect(cellsOf(read.get('xl/worksheets/sheet1.xml')!)).toEqual(['N', '1', '2', '3'])
    expect(cellsOf(read.get('xl/worksheets/sheet2.xml')!)).toEqual(['N', '4', '5', '6'])
    expect(cellsOf(read.get('xl/worksheets/sheet3.xml')!)).toEqual(['N', '7'])
    expect(read.get('xl/workbook.xml')).toContain('name="Recado 3"')
    expect(read.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet3.xml')
  })

  it('has a sheet with the heading where there are no rows, and no further one where the last is just full', async () => {
    expect(cellsOf((await entries(['N'], [])).get('xl/worksheets/sheet1.xml')!)).toEqual(['N'])
    const full = await entries(['N'], [[['1'], ['2']]], 3)
    expect([...full.keys()].filter((path) => path.includes('worksheets'))).toHaveLength(1)
  })
})
