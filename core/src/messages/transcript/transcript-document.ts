import { createRequire } from 'node:module'
import Paper from 'pdfkit'
import type { TranscriptWords } from './transcript-words.ts'

const { resolve } = createRequire(import.meta.url)
/** Latin, Cyrillic, Greek and the plainer emoji; any other character is a box. */
const fonts = {
  text: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}
const margin = 48
const ink = '#1f2328'
const faint = '#6b7280'
/** Pictures are reminders of what was sent, not copies. Points. */
const picture = [200, 140] as const
export interface TranscriptHead {
  readonly company: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly exported: string
}
export interface TranscriptEntry {
  readonly day: string
  readonly who: string
  readonly at: string
  readonly marks: readonly string[]
  readonly lines: readonly string[]
  readonly pictures: readonly Uint8Array[]
}

/**
 * Signs that say how the sign before is drawn, and control signs: without a font for them they are boxes in the middle
 * of words.
 */
const unprintable = /\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}|(?![\n\t])\p{Cc}/gu
/**
 * More than a line holds. The library takes time by the square of the length to break such a word, so it is broken
 * here.
 */
const longRun = /\S{120}(?=\S)/gu
const printable = (text: string): string => text.replace(unprintable, '').replace(longRun, '$&\n')

/**
 * A conversation on paper, written page by page: finished pages can be read from `stream`, so that a long one takes no
 * more memory than a short one. Layout can take long for hostile texts; it runs in a thread (transcript-worker.ts).
 */
export class TranscriptDocument {
  readonly stream: PDFKit.PDFDocument
  readonly #words: TranscriptWords
  #pages = 0
  #day = ''

  constructor(head: TranscriptHead, words: TranscriptWords) {
    this.#words = words
    const doc = new Paper({
      size: 'A4',
      margin,
      autoFirstPage: false,
      info: { Title: printable(`${words.title} – ${head.company}`), Producer: 'Recado', Creator: 'Recado' },
    })
    this.stream = doc
    doc.registerFont('text', fonts.text)
    doc.registerFont('bold', fonts.bold)
    doc.on('pageAdded', () => this.#number())
    doc.addPage()
    doc.font('bold').fontSize(16).fillColor(ink).text(printable(head.company))
    doc.font('text').fontSize(11).fillColor(faint).text(words.title)
    doc.moveDown(0.6)
    for (const [label, value] of head.facts) {
      doc.font('bold').fontSize(9).fillColor(faint).text(`${label}: `, { continued: true })
      doc.font('text').fillColor(ink).text(printable(value))
    }
    doc.font('text').fontSize(8).fillColor(faint).text(printable(head.exported))
    doc.moveDown(0.8)
  }

  write({ day, who, at, marks, lines, pictures }: TranscriptEntry): void {
    const doc = this.stream
    if (day !== this.#day) {
      this.#day = day
      doc.moveDown(0.5).font('bold').fontSize(9).fillColor(faint).text(day, { align: 'center' }).moveDown(0.5)
    }
    doc.font('bold').fontSize(9).fillColor(ink).text(printable(who), { continued: true })
    doc
      .font('text')
      .fillColor(faint)
      .text(`  ${[at, ...marks].join(' · ')}`)
    for (const line of lines) doc.font('text').fontSize(10).fillColor(ink).text(printable(line))
    for (const bytes of pictures) this.#picture(bytes)
    doc.moveDown(0.6)
  }

  say(text: string): void {
    this.stream.font('text').fontSize(10).fillColor(faint).text(text)
  }
  end(): void {
    this.stream.end()
  }

  #picture(bytes: Uint8Array): void {
    const doc = this.stream
    if (doc.y + picture[1] > doc.page.height - margin) doc.addPage()
    const top = doc.y + 3
    try {
      doc.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), margin, top, { fit: [...picture] })
      doc.y = top + picture[1] + 3
      doc.x = margin
    } catch {
      // A picture that is not one after all; its name is above.
    }
  }

  #number(): void {
    const doc = this.stream
    const { bottom } = doc.page.margins
    // Below the margin a text would begin a page of its own.
    doc.page.margins.bottom = 0
    doc
      .font('text')
      .fontSize(8)
      .fillColor(faint)
      .text(this.#words.page(++this.#pages), margin, doc.page.height - margin + 14, {
        align: 'right',
        width: doc.page.width - 2 * margin,
        lineBreak: false,
      })
    doc.page.margins.bottom = bottom
    doc.x = margin
    doc.y = margin
  }
}
