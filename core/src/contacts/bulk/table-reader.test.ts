import { describe, expect, it } from 'vitest'
import { FairPlaces } from '../../isolation/fair-places.ts'
import { createTableReader, type TableInReading } from './table-reader.ts'
import { book } from './workbook.rig.ts'

const text = Buffer.from('Nome;Telefone\nAna;1\nBia;2\n')
/** Keeps a thread busy for minutes, and is small. */
const endless = () =>
  book('<row><c><v>1</v></c></row>' + `<row>${'<c r="A2"><v>1</v></c>'.repeat(500_000)}</row>`.repeat(16))
const one = () => new FairPlaces({ atOnce: 1, each: 1, waitingAtMost: 10, waitingEach: 10 })
const rowsOf = async ({ columns, portions }: TableInReading) => {
  const rows: unknown[] = [columns]
  for await (const { json } of portions) rows.push(...(JSON.parse(json) as unknown[]))
  return rows
}
const numbered = (count: number) => Array.from({ length: count }, (_text, at) => `<si><t>text ${at}</t></si>`).join('')
const nothing = async (): Promise<never> => {
  throw new Error('nobody asked')
}

describe('a table', () => {
  it('is read in a thread, and its upload stays as it was', async () => {
    const upload = Buffer.concat([Buffer.from('before'), text]).subarray(6)
    expect(await createTableReader().read('a', upload, rowsOf)).toEqual([
      ['Nome', 'Telefone'],
      ['Ana', '1'],
      ['Bia', '2'],
    ])
    expect(upload.toString()).toBe(text.toString())
  })

  it('is refused for what is wrong with it, with the facts', async () => {
    await expect(createTableReader().read('a', Buffer.from('a;'.repeat(200)), nothing)).rejects.toMatchObject({
      code: 'ERR_CONTACT_IMPORT_ROWS',
      facts: { limit: 100 },
    })
    await expect(createTableReader().read('a', Buffer.from(''), nothing)).rejects.toMatchObject({
      code: 'ERR_CONTACT_IMPORT_FILE',
      status: 422,
    })
  })

  it.each([
    ['too long', { stepMs: 500 }],
    ['too much memory', { heapMb: 8 }],
  ])('is refused as unreadable when it takes %s', async (_, less) => {
    const reader = createTableReader({ limits: { stepMs: 30_000, totalMs: 60_000, heapMb: 400, ...less } })
    const large =
      'heapMb' in less
        ? book('<row><c><v>1</v></c></row>', {
            'xl/sharedStrings.xml': `<sst>${numbered(800_000)}</sst>`,
          })
        : endless()
    await expect(reader.read('a', await large, rowsOf)).rejects.toMatchObject({ code: 'ERR_CONTACT_IMPORT_FILE' })
  })

  it('leaves its place when its client is gone, and when whoever takes it fails', async () => {
    const reader = createTableReader({ places: one() })
    const gone = new AbortController()
    const left = reader.read('a', await endless(), rowsOf, gone.signal)
    gone.abort(new Error('the client is gone'))
    await expect(left).rejects.toThrow('the client is gone')
    await expect(
      reader.read('a', text, async () => {
        throw new Error('the database is gone')
      }),
    ).rejects.toThrow('the database is gone')
    expect(await reader.read('a', text, rowsOf)).toHaveLength(3)
  })
})
