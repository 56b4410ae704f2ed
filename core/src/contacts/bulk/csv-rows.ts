import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { TableFault, tooMuchText } from './table-fault.ts'
import { textLimits } from './table-limits.ts'

const delimiters = [';', ',', '\t', '|'] as const
const sampleLength = 65_536
const pieceBytes = 65_536
/** Excel writes which character it means on a line of its own. */
const announced = /^sep=(.)\r?\n/i

/**
 * The rows of a table of text, in any charset and with any delimiter, one after another. Empty rows are left out.
 * @throws TableFault ERR_CONTACT_IMPORT_FILE for a quote without its end, ERR_CONTACT_IMPORT_TEXT for a row without one
 */
export async function* csvRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  const encoding = encodingOf(bytes)
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, sampleLength), { stream: true })
  const said = announced.exec(sample)
  const parser = parse({
    delimiter: said?.[1] ?? delimiterOf(sample),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    maxRecordSize: textLimits.row,
    fromLine: said ? 2 : 1,
  })
  // An early end reaches the reader of the rows.
  pipeline(Readable.from(decoded(bytes, encoding)), parser).catch(() => undefined)
  try {
    for await (const row of parser as AsyncIterable<string[]>) yield row
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    if (cause.code === 'CSV_MAX_RECORD_SIZE') throw tooMuchText(textLimits.row)
    throw new TableFault('ERR_CONTACT_IMPORT_FILE', {}, { cause })
  }
}

function* decoded(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true })
  yield decoder.decode()
}

/**
 * By the mark at the beginning, else by what fits: UTF-16 has a zero in every other byte of Latin text, UTF-8 is strict
 * enough to be told from anything else, and what remains is what Windows writes in the west.
 */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleLength)
  const zeros = [0, 0]
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2]!++
  if (zeros[1]! > sample.length / 5 && zeros[0]! < zeros[1]! / 5) return 'utf-16le'
  if (zeros[0]! > sample.length / 5 && zeros[1]! < zeros[0]! / 5) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes)
      decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/**
 * The character that splits the first lines into the same number of cells, at least two; the one that makes most of
 * them wins. Without any, the table has one column.
 */
export function delimiterOf(sample: string): string {
  const unquoted = sample.replaceAll(/"(?:[^"]|"")*"/g, '')
  const lines = unquoted
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .slice(0, 20)
  const scored = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const heading = counts[0] ?? 0
    return { delimiter, score: heading === 0 ? 0 : counts.filter((count) => count === heading).length * 100 + heading }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}
