import { buffer } from 'node:stream/consumers'
import Paper from 'pdfkit'
import yazl from 'yazl'

/* Documents as people's programs write them, for tests. */

/** What a test writes on its pages. */
export type Written = (paper: PDFKit.PDFDocument) => void

export async function pdfOf(write: Written, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const paper = new Paper({ size: 'A4', ...options })
  const bytes = buffer(paper)
  write(paper)
  paper.end()
  return new Uint8Array(await bytes)
}

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="application/xml"/>
  <Override PartName="/word/document.xml"
    ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Id="rId1" Target="word/document.xml"
    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>
</Relationships>`

/** A document of Word with these paragraphs, as WordprocessingML. */
export async function docxOf(paragraphs: string): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  add('[Content_Types].xml', types)
  add('_rels/.rels', relations)
  add(
    'word/document.xml',
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>' +
      `${paragraphs}</w:body></w:document>`,
  )
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A paragraph of Word in a style such as `Heading1`, with its words as they are. */
export const word = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t>` +
  '</w:r></w:p>'
