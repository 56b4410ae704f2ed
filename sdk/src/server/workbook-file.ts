import { workbookEntries } from '@recado/contracts'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/**
 * A table as a workbook (XLSX), written as its pages come and as fast as it is read, however long it is: for the
 * `Response` of a route with `response: 'bytes'`. Every cell is text, none is a formula; the heading is bold and stands
 * still. What is longer than a sheet of 1,048,576 rows goes on in another one.
 */
export function workbookFile(
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  const write = async (): Promise<void> => {
    for await (const { path, pieces } of workbookEntries(heading, pages)) {
      const entry = Readable.from(pieces, { objectMode: false })
      zip.addReadStream(entry, path)
      await finished(entry)
    }
    zip.end()
  }
  void write().catch(fail)
  return Readable.toWeb(output) as unknown as ReadableStream<Uint8Array>
}
