/** An entry of the archive that a workbook is; its pieces are read to their end before the next entry is asked for. */
export interface WorkbookEntry {
  readonly path: string
  readonly pieces: AsyncIterable<string> | Iterable<string>
}
type Rows = readonly (readonly string[])[]

/** Rows of a sheet, as spreadsheets read them; what is longer goes on in the next sheet. */
const longestSheet = 1_048_576
/** Excel takes no longer text in a cell. */
const longestCell = 32_767
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const typeOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * A table as a workbook (ECMA-376) for a ZIP archive: the heading in bold, standing still, above the rows of all pages,
 * which are read as the archive is. Every cell is text, none is a formula. A table that is longer than a sheet may be
 * goes on in further ones (`sheetRows`, the heading included, is for tests).
 */
export async function* workbookEntries(
  heading: readonly string[],
  pages: AsyncIterable<Rows> | Iterable<Rows>,
  sheetRows = longestSheet,
): AsyncGenerator<WorkbookEntry> {
  const rest = portions(pages, sheetRows - 1)
  let sheets = 0
  for (let next = await rest.next(); sheets === 0 || !next.done; next = await rest.next()) {
    sheets++
    // Each sheet ends where its portion does; the first one may be empty.
    yield { path: `xl/worksheets/sheet${sheets}.xml`, pieces: sheet(heading, next.done ? [] : next.value) }
  }
  for (const [path, xml] of Object.entries(partsOf(sheets))) yield { path, pieces: [declaration + xml] }
}

/** Rows page by page, cut into portions of so many; a portion is read to its end before the next. */
async function* portions(
  pages: AsyncIterable<Rows> | Iterable<Rows>,
  most: number,
): AsyncGenerator<AsyncGenerator<Rows>> {
  const source = (async function* () {
    yield* pages
  })()
  let page: Rows | undefined
  const take = async (): Promise<Rows | undefined> => {
    while (page === undefined || page.length === 0) {
      const next = await source.next()
      if (next.done) return undefined
      page = next.value
    }
    return page
  }
  async function* portion(): AsyncGenerator<Rows> {
    for (let left = most; left > 0;) {
      const rows = await take()
      if (rows === undefined) return
      yield rows.slice(0, left)
      page = rows.slice(left)
      left -= Math.min(left, rows.length)
    }
  }
  while ((await take()) !== undefined) yield portion()
}

async function* sheet(heading: readonly string[], pages: AsyncIterable<Rows> | Iterable<Rows>): AsyncGenerator<string> {
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>' +
    heading
      .map((words, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(words)}" customWidth="1"/>`)
      .join('') +
    `</cols><sheetData>${rowOf(heading, ' s="1"')}`
  )
  for await (const rows of pages) yield rows.map((row) => rowOf(row)).join('')
  yield '</sheetData></worksheet>'
}

const widthOf = (heading: string): number => Math.min(60, Math.max(14, heading.length + 2))
const rowOf = (cells: readonly string[], style = ''): string =>
  `<row>${cells
    .map((cell) => `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`)
    .join('')}</row>`

/** What a workbook has beside its sheets. Style 1 is bold. */
function partsOf(sheets: number): Readonly<Record<string, string>> {
  const each = (write: (sheet: number) => string): string =>
    Array.from({ length: sheets }, (_, at) => write(at + 1)).join('')
  const override = (path: string, kind: string): string =>
    `<Override PartName="/xl/${path}.xml" ContentType="${typeOf}.${kind}+xml"/>`
  return {
    '[Content_Types].xml':
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${override('workbook', 'sheet.main')}${override('styles', 'styles')}` +
      `${each((number) => override(`worksheets/sheet${number}`, 'worksheet'))}</Types>`,
    '_rels/.rels':
      `<Relationships xmlns="${packages}/relationships">` +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(
      (number) => `<sheet name="Recado${number === 1 ? '' : ` ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${each(
      (number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
  }
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
