import { expect, it } from 'vitest'
import { csvFile } from './csv-file.ts'

it('is written page by page, with a mark of its encoding, and no cell is a formula', async () => {
  const pages = [[['1,5', '=1+1']], [], [['b', 'ç\n']]]
  const pieces = await Array.fromAsync(csvFile(['A', 'B'], pages, 'pt-BR'))
  expect(Buffer.concat(pieces).toString()).toBe(`\uFEFFA;B\r\n"1,5";'=1+1\r\nb;"ç\n"\r\n`)
})
