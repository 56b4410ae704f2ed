/** Lines over days, as they are drawn on paper. A day without a value has a gap. */
export interface Chart {
  readonly title: string
  /** What it shows, for who does not see it. */
  readonly summary: string
  readonly days: readonly string[]
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** How a value is written beside the axis. */
  write(value: number): string
}

/** Lines are told apart by their pattern too: lengths of strokes and gaps; none is drawn through. */
export const dashes: readonly (readonly number[])[] = [[], [5, 3], [1.5, 2.5]]
export const colours: readonly string[] = ['#0f766e', '#9a3412', '#4338ca']

const height = 120
const gutter = 44
const size = 7.5
const faint = '#5b6470'
const grid = '#e2e5e9'

/** The end of the axis: the next 1, 2 or 5 with zeros. */
export function roundTop(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most)!
}

/** Height of a chart with its legend, in points. */
export const chartHeight = height + 34

/** Draws the lines at the place of the document, over its whole width, and goes on below. */
export function drawChart(doc: PDFKit.PDFDocument, { days, lines, write }: Chart, margin: number): void {
  const left = margin + gutter
  const width = doc.page.width - 2 * margin - gutter
  const top = doc.y + 4
  const highest = roundTop(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const xOf = (at: number): number => left + (days.length === 1 ? width / 2 : (at / (days.length - 1)) * width)
  const yOf = (value: number): number => top + height - (value / highest) * height
  doc.font('text').fontSize(size)
  for (const share of [0, 0.5, 1]) {
    const y = yOf(highest * share)
    doc.lineWidth(0.5).strokeColor(grid).undash()
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke()
    doc.fillColor(faint).text(write(highest * share), margin, y - 4, {
      width: gutter - 6,
      align: 'right',
      lineBreak: false,
    })
  }
  for (const [nth, { values }] of lines.entries()) {
    doc.lineWidth(1.4).strokeColor(colours[nth % colours.length]!)
    const dash = dashes[nth % dashes.length]!
    if (dash.length > 0) doc.dash(dash[0]!, { space: dash[1]! })
    else doc.undash()
    let isDrawing = false
    for (const [at, value] of values.entries()) {
      if (value === null) {
        isDrawing = false
        continue
      }
      if (isDrawing) doc.lineTo(xOf(at), yOf(value))
      else doc.moveTo(xOf(at), yOf(value))
      // A day between gaps is a point.
      if (!isDrawing && (values[at + 1] ?? null) === null) doc.lineTo(xOf(at) + 0.6, yOf(value))
      isDrawing = true
    }
    doc.stroke().undash()
  }
  const below = top + height + 4
  doc.fillColor(faint).fontSize(size)
  const marks = [...new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])]
  for (const at of marks)
    doc.text(days[at]!, Math.min(Math.max(xOf(at) - 30, left), left + width - 60), below, {
      width: 60,
      align: at === 0 && days.length > 1 ? 'left' : at === days.length - 1 && days.length > 1 ? 'right' : 'center',
      lineBreak: false,
    })
  let x = left
  const legend = below + 13
  for (const [nth, { name }] of lines.entries()) {
    const dash = dashes[nth % dashes.length]!
    doc.lineWidth(1.4).strokeColor(colours[nth % colours.length]!)
    if (dash.length > 0) doc.dash(dash[0]!, { space: dash[1]! })
    doc
      .moveTo(x, legend + 4)
      .lineTo(x + 20, legend + 4)
      .stroke()
      .undash()
    doc.fillColor('#1f2328').text(name, x + 24, legend, { lineBreak: false })
    x += 24 + doc.widthOfString(name) + 18
  }
  doc.x = margin
  doc.y = legend + 14
}
