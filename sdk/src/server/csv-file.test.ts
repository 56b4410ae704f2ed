import { expect, it } from 'vitest'
import { csvFile } from './csv-file.ts'

it('is written page by page, with a mark of its encoding, and no cell is a formula', async () => {
  const pages = [[['1,5', '=1+1']], [], [['b', 'ç\n']]]
  const pieces: Uint8Array[] = []
  for await (const piece of csvFile(['A', 'B'], pages, 'pt-BR')) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(`\uFEFFA;B\r\n"1,5";'=1+1\r\nb;"ç\n"\r\n`)
})
