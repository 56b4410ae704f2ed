import { fileURLToPath } from 'node:url'
import { chartHeight, drawChart } from './chart.ts'
import type { FigureDocument } from './figure-document.ts'

const font = (file: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`))
const margin = 48
const ink = '#1f2328'
const faint = '#5b6470'
const stripe = '#f3f4f6'
const size = 9
const pad = 4

/** Signs without a font for them; a box in the middle of a word would be worse. */
const printable = (text: string): string => text.replace(/\p{Cf}|\p{Variation_Selector}|(?!\n)\p{Cc}/gu, '')

/**
 * A document as a PDF of A4 pages: whose it is, what it counts, its charts, its tables with their heads on each page,
 * and page numbers. It is tagged: who has it read aloud hears headings, what each chart shows, and the cells of tables
 * by rows, in this order; page numbers are left out.
 */
export async function writePaper(document: FigureDocument): Promise<Blob> {
  const { company, title, facts, charts, tables, locale, pageWords } = document
  const { default: Paper } = await import('pdfkit')
  const doc = new Paper({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: { Title: printable(`${title} – ${company}`), Producer: 'Recado', Creator: 'Recado' },
  })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(Uint8Array.from(chunk)))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('text', font('DejaVuSans.ttf'))
  doc.registerFont('bold', font('DejaVuSans-Bold.ttf'))
  const root = doc.struct('Document')
  doc.addStructure(root)
  tag(doc, root, 'P', () => doc.font('text').fontSize(10).fillColor(faint).text(printable(company)))
  tag(doc, root, 'H1', () => doc.font('bold').fontSize(18).fillColor(ink).text(printable(title)))
  doc.moveDown(0.4)
  for (const [label, value] of facts)
    tag(doc, root, 'P', () => {
      doc.font('bold').fontSize(size).fillColor(faint).text(`${label}: `, { continued: true })
      doc.font('text').fillColor(ink).text(printable(value))
    })
  for (const chart of charts) {
    doc.y += 18
    if (doc.y + chartHeight + 30 > doc.page.height - margin) doc.addPage()
    tag(doc, root, 'H2', () => doc.font('bold').fontSize(12).fillColor(ink).text(printable(chart.title), margin, doc.y))
    tag(doc, root, 'Figure', () => drawChart(doc, chart, margin), { alt: printable(chart.summary) })
  }
  for (const table of tables) drawTable(doc, root, table)
  number(doc, pageWords)
  root.end()
  doc.end()
  await ended
  return new Blob(chunks, { type: 'application/pdf' })
}

type Structure = PDFKit.PDFStructureElement

/** What is drawn, as a part of the document that is read aloud. It stays on one page. */
function tag(
  doc: PDFKit.PDFDocument,
  parent: Structure,
  type: string,
  draw: () => void,
  options: { readonly alt?: string } = {},
): void {
  const content = doc.markStructureContent(type)
  draw()
  doc.endMarkedContent()
  const element = doc.struct(type, options, [content])
  parent.add(element)
  element.end()
}

/**
 * A third for the name, the rest in equal parts; what does not fit on the page goes on below the heading on the next.
 */
function drawTable(
  doc: PDFKit.PDFDocument,
  root: Structure,
  { title, heading, rows }: FigureDocument['tables'][number],
): void {
  const width = doc.page.width - 2 * margin
  const first = width * (heading.length > 4 ? 0.28 : 0.4)
  const rest = (width - first) / Math.max(1, heading.length - 1)
  const widthOf = (at: number): number => (at === 0 ? first : rest)
  const leftOf = (at: number): number => margin + (at === 0 ? 0 : first + (at - 1) * rest)
  const heightOf = (cells: readonly string[], font: string): number => {
    doc.font(font).fontSize(size)
    return (
      Math.max(...cells.map((text, at) => doc.heightOfString(text || ' ', { width: widthOf(at) - 2 * pad }))) + 2 * pad
    )
  }
  const bottom = doc.page.height - margin
  const draw = (cells: readonly string[], font: 'text' | 'bold', isStriped: boolean): void => {
    const height = heightOf(cells, font)
    const top = doc.y
    doc.markContent('Artifact', { type: 'Layout' })
    if (isStriped) doc.rect(margin, top, width, height).fill(stripe)
    doc.endMarkedContent()
    doc.font(font).fontSize(size).fillColor(ink)
    const row = doc.struct('TR')
    table.add(row)
    for (const [at, text] of cells.entries())
      tag(doc, row, font === 'bold' || at === 0 ? 'TH' : 'TD', () =>
        doc.text(text || ' ', leftOf(at) + pad, top + pad, {
          width: widthOf(at) - 2 * pad,
          align: at === 0 ? 'left' : 'right',
        }),
      )
    row.end()
    doc.markContent('Artifact', { type: 'Layout' })
    if (font === 'bold')
      doc
        .moveTo(margin, top + height)
        .lineTo(margin + width, top + height)
        .lineWidth(0.7)
        .strokeColor(faint)
        .stroke()
    doc.endMarkedContent()
    doc.x = margin
    doc.y = top + height
  }
  const head = heading.map(printable)
  const begin = heightOf(head, 'bold') + 60
  doc.y += 18
  if (doc.y + begin > bottom) doc.addPage()
  tag(doc, root, 'H2', () => doc.font('bold').fontSize(12).fillColor(ink).text(printable(title), margin, doc.y))
  doc.y += 4
  const table = doc.struct('Table')
  root.add(table)
  draw(head, 'bold', false)
  for (const [at, row] of rows.entries()) {
    const cells = row.map(printable)
    if (doc.y + heightOf(cells, 'text') > bottom) {
      doc.addPage()
      draw(head, 'bold', false)
    }
    draw(cells, 'text', at % 2 === 1)
  }
  table.end()
}

/** Below the margin of each page, where a text would otherwise begin a page of its own. */
function number(doc: PDFKit.PDFDocument, words: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .font('text')
      .fontSize(8)
      .fillColor(faint)
      .text(
        words.replace('{page}', String(page - start + 1)).replace('{pages}', String(count)),
        margin,
        doc.page.height - margin + 14,
        { align: 'right', width: doc.page.width - 2 * margin, lineBreak: false },
      )
    doc.endMarkedContent()
  }
}
