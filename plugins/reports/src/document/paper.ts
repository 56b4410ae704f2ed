import { fileURLToPath } from 'node:url'
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
 * A document as a PDF of A4 pages: whose it is, what it counts, its tables with their heads on each page, and page
 * numbers.
 */
export async function writePaper({ company, title, facts, tables, pageWords }: FigureDocument): Promise<Blob> {
  const { default: Paper } = await import('pdfkit')
  const doc = new Paper({
    size: 'A4',
    margin,
    bufferPages: true,
    info: { Title: printable(`${title} – ${company}`), Producer: 'Recado', Creator: 'Recado' },
  })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(Uint8Array.from(chunk)))
  const ended = new Promise<void>((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont('text', font('DejaVuSans.ttf'))
  doc.registerFont('bold', font('DejaVuSans-Bold.ttf'))
  doc.font('text').fontSize(10).fillColor(faint).text(printable(company))
  doc.font('bold').fontSize(18).fillColor(ink).text(printable(title))
  doc.moveDown(0.4)
  for (const [label, value] of facts) {
    doc.font('bold').fontSize(size).fillColor(faint).text(`${label}: `, { continued: true })
    doc.font('text').fillColor(ink).text(printable(value))
  }
  for (const table of tables) drawTable(doc, table)
  number(doc, pageWords)
  doc.end()
  await ended
  return new Blob(chunks, { type: 'application/pdf' })
}

/**
 * A third for the name, the rest in equal parts; what does not fit on the page goes on below the heading on the next.
 */
function drawTable(doc: PDFKit.PDFDocument, { title, heading, rows }: FigureDocument['tables'][number]): void {
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
    if (isStriped) doc.rect(margin, top, width, height).fill(stripe)
    doc.font(font).fontSize(size).fillColor(ink)
    for (const [at, text] of cells.entries())
      doc.text(text, leftOf(at) + pad, top + pad, { width: widthOf(at) - 2 * pad, align: at === 0 ? 'left' : 'right' })
    if (font === 'bold')
      doc
        .moveTo(margin, top + height)
        .lineTo(margin + width, top + height)
        .lineWidth(0.7)
        .strokeColor(faint)
        .stroke()
    doc.x = margin
    doc.y = top + height
  }
  const head = heading.map(printable)
  const begin = heightOf(head, 'bold') + 60
  doc.y += 18
  if (doc.y + begin > bottom) doc.addPage()
  doc.font('bold').fontSize(12).fillColor(ink).text(printable(title), margin, doc.y)
  doc.y += 4
  draw(head, 'bold', false)
  for (const [at, row] of rows.entries()) {
    const cells = row.map(printable)
    if (doc.y + heightOf(cells, 'text') > bottom) {
      doc.addPage()
      draw(head, 'bold', false)
    }
    draw(cells, 'text', at % 2 === 1)
  }
}

/** Below the margin of each page, where a text would otherwise begin a page of its own. */
function number(doc: PDFKit.PDFDocument, words: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
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
  }
}
