import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { workbookFile } from './workbook-file.ts'

it('is an archive that is written page by page, and ends as its pages end', async () => {
  const read: string[] = []
  async function* pages() {
    for (const name of ['a', 'b']) {
      read.push(name)
      yield [[name, '=1+1']]
    }
  }
  const bytes = await buffer(workbookFile(['Nome', 'Texto'], pages()) as never)
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(read).toEqual(['a', 'b'])
  async function* broken() {
    yield [['a', 'b']]
    throw new Error('the database is gone')
  }
  await expect(buffer(workbookFile(['Nome', 'Texto'], broken()) as never)).rejects.toThrow('the database is gone')
})
