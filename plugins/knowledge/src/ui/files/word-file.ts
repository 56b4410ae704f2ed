import mammoth from 'mammoth'
import { UnreadableFile } from './file-article.ts'
import { markdownOfHtml } from './markdown-tree.ts'

/** A document of Word (.docx) as Markdown: headings, lists, tables, links, and marks of words; no pictures. */
export async function readWord(bytes: ArrayBuffer): Promise<{ readonly title: string; readonly body: string }> {
  // What the library calls `arrayBuffer` in a browser it calls `buffer` elsewhere.
  const input = { arrayBuffer: bytes, buffer: bytes as never }
  const { value } = await mammoth.convertToHtml(input).catch((cause: unknown) => {
    throw new UnreadableFile('damaged', { cause })
  })
  const { title, body } = await markdownOfHtml(value)
  return { title, body }
}
