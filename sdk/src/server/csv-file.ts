import { csvLine, csvSeparatorOf, csvStart, type Locale } from '@recado/contracts'
import { Readable } from 'node:stream'

/**
 * A table as spreadsheets of a language open it, written as its pages come and as fast as it is read: for the
 * `Response` of a route with `response: 'bytes'`. Every cell is text, none is a formula.
 */
export function csvFile(
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
  locale: Locale,
): ReadableStream<Uint8Array> {
  const pieces = Readable.from(piecesOf(heading, pages, locale), { objectMode: false })
  return Readable.toWeb(pieces) as unknown as ReadableStream<Uint8Array>
}

async function* piecesOf(...[heading, pages, locale]: Parameters<typeof csvFile>): AsyncGenerator<string> {
  const separator = csvSeparatorOf(locale)
  yield csvStart + csvLine(heading, separator)
  for await (const rows of pages) if (rows.length > 0) yield rows.map((row) => csvLine(row, separator)).join('')
}
