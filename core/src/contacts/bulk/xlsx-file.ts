import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const typeOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** The smallest workbook there is (ECMA-376): one sheet, and no styles. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${typeOf}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${packages}/relationships">` +
    `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Recado" sheetId="1" r:id="rId1"/></sheets>` +
    '</workbook>',
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${packages}/relationships">` +
    `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}
/** Excel takes no longer text in a cell. */
const longestCell = 32_767

/**
 * A workbook with one sheet, written as its rows come and as fast as it is read. Every cell is text, so none is a
 * formula.
 */
export function xlsxFile(rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(declaration + xml), path)
  zip.addReadStream(Readable.from(sheet(rows), { objectMode: false }), 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}

async function* sheet(rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>`
  for await (const row of rows)
    yield (
      '<row>' +
      `${row
        .map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`)
        .join('')}</row>`
    )
  yield '</sheetData></worksheet>'
}

const code = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const escaped = (text: string): string =>
  text
    .slice(0, longestCell)
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, code('_'))
    // oxlint-disable-next-line no-control-regex -- these are the ones that XML cannot hold
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, code)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
