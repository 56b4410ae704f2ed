import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** An archive of these files. */
export async function zipOf(parts: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream as never)
}

const relation = (id: string, sheet: string) => `<Relationship Id="${id}" Target="worksheets/${sheet}.xml"/>`

/** A workbook whose first sheet has these rows, as XML; `more` are further files of it, by their path. */
export const book = (rows: string, more: Record<string, string> = {}): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="x7"/><sheet name="b" r:id="x8"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('x8', 'other')}${relation('x7', 'first')}</Relationships>`,
    'xl/worksheets/first.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })
