import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { workbookEntries } from '@recado/contracts'
import { ZipFile } from 'yazl'

/**
 * A table as a workbook, written as its pages come and as fast as it is read. Every cell is text, so none is a formula.
 */
export function xlsxFile(...table: Parameters<typeof workbookEntries>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  const write = async (): Promise<void> => {
    for await (const { path, pieces } of workbookEntries(...table)) {
      const entry = Readable.from(pieces, { objectMode: false })
      zip.addReadStream(entry, path)
      await finished(entry)
    }
    zip.end()
  }
  void write().catch(fail)
  return output
}
