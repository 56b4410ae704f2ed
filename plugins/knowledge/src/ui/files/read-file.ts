import { longestBody } from '../../articles/article.ts'
import { decoded } from './decoded.ts'
import { baseName, titleOf, UnreadableFile, type FileArticle } from './file-article.ts'
import { markdownArticle } from './markdown-article.ts'
import { partsOf } from './parts.ts'

/** Size of a file at most; what is read is held in memory. */
export const largestFile = 50 * 1_024 * 1_024
/** What the dialog of the browser offers. */
export const acceptedFiles = '.md,.markdown,.txt,.html,.htm,.csv,.tsv,.pdf,.docx'

/** Where there are workers, PDFs are read in one that serves all of them. */
async function pdfReader() {
  const reader = await import('./pdf-file.ts')
  if (typeof Worker === 'function' && !reader.hasWorker())
    reader.readPdfsIn(new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' }))
  return reader
}

type Read = { readonly title: string; readonly body: string }
/** Readers by the ending of the name. Each brings libraries of its own, which are loaded with the first such file. */
const readers: Readonly<Record<string, (file: File) => Promise<readonly FileArticle[]>>> = {
  md: async (file) => [markdownArticle(file.name, await textOf(file))],
  html: async (file) => {
    const { markdownOfHtml } = await import('./markdown-tree.ts')
    return titled(file, await markdownOfHtml(await textOf(file)))
  },
  csv: async (file) => {
    const { tableArticles } = await import('./table-file.ts')
    return tableArticles(await textOf(file))
  },
  pdf: async (file) => {
    const { readPdf } = await pdfReader()
    const { title, body } = await readPdf(await file.arrayBuffer())
    // A PDF's own title is often the name of a template; its first heading is what a reader sees.
    return [markdownArticle(file.name, body, title)]
  },
  docx: async (file) => {
    const { readWord } = await import('./word-file.ts')
    return titled(file, await readWord(await file.arrayBuffer()))
  },
}
const sameAs: Readonly<Record<string, string>> = { markdown: 'md', txt: 'md', htm: 'html', tsv: 'csv' }

const titled = (file: File, { title, body }: Read): FileArticle[] => [
  { title: titleOf(title, baseName(file.name)), body },
]

const textOf = async (file: File): Promise<string> => decoded(await file.arrayBuffer())

/**
 * The articles that a file holds: one of a text or a document, one a row of a table; what is longer than an article may
 * be becomes several. By the ending of its name: Markdown, text, HTML, CSV, PDF, or DOCX.
 * @throws UnreadableFile with the reason, also where nothing is in it
 */
export async function articlesOfFile(file: File): Promise<readonly FileArticle[]> {
  const ending = /\.([^.]+)$/.exec(file.name.toLowerCase())?.[1] ?? ''
  const reader = readers[sameAs[ending] ?? ending]
  if (!reader) throw new UnreadableFile('kind')
  if (file.size > largestFile) throw new UnreadableFile('size')
  const articles = (await reader(file)).filter(({ body }) => body !== '')
  if (articles.length === 0) throw new UnreadableFile('empty')
  return articles.flatMap((article) => partsOf(article, longestBody))
}
