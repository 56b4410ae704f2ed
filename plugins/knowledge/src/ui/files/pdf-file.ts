import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs'
import { UnreadableFile } from './file-article.ts'
import { markdownOfLines } from './lines-markdown.ts'
import { linesOf, withoutRunningHeads, type PageLine, type PlacedText } from './page-lines.ts'

/** Lets pdf.js work beside the page; without it the work is done where it is called. */
export function readPdfsIn(worker: Worker): void {
  pdf.GlobalWorkerOptions.workerPort = worker
}

/** Whether {@link readPdfsIn} was called. */
export const hasWorker = (): boolean => pdf.GlobalWorkerOptions.workerPort !== null

/**
 * The text of a PDF as Markdown, told apart by the size of letters and the room between lines. Running heads and page
 * numbers are left out, and so are pictures.
 * @throws UnreadableFile `locked` with a password, `damaged`, `empty` where its pages are pictures
 */
export async function readPdf(bytes: ArrayBuffer): Promise<{ readonly title: string; readonly body: string }> {
  const opening = pdf.getDocument({
    // The library takes the bytes away.
    data: new Uint8Array(bytes.slice(0)),
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  })
  try {
    const document = await opening.promise
    const lines: PageLine[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      lines.push(...linesOf(items.filter((item) => 'str' in item) as PlacedText[], number, page.view[3] ?? 0))
      page.cleanup()
    }
    const body = markdownOfLines(withoutRunningHeads(lines, document.numPages))
    if (body === '') throw new UnreadableFile('empty')
    const { info } = await document.getMetadata()
    return { title: String((info as { Title?: unknown }).Title ?? ''), body }
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    throw new UnreadableFile(cause instanceof pdf.PasswordException ? 'locked' : 'damaged', { cause })
  } finally {
    await opening.destroy()
  }
}
