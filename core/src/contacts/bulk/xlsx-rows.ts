import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { TableFault, tooMuchText } from './table-fault.ts'
import { importLimits, textLimits } from './table-limits.ts'
import { XmlReader } from './xml-reader.ts'

/** A workbook says of itself how much it becomes; it is not believed. */
const limits = { entries: 2_000, inflatedBytes: 400_000_000 } as const
const relationshipsPath = 'xl/_rels/workbook.xml.rels'

/** Whether the bytes are a ZIP archive, which a workbook is. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The rows of the first sheet of a workbook (ECMA-376), one after another: the archive is inflated as it is read and
 * never held whole. Cells are what was last seen in them: of a formula its stored result, and nothing is calculated.
 * Empty rows are left out.
 * @param width Columns of the heading, asked for with each cell; Infinity until it is known. Cells behind them are
 *   dropped before they are made: one in the last of 16,384 columns would make a row of them. A heading that is wider
 *   than is taken is wider by one.
 * @throws TableFault ERR_CONTACT_IMPORT_FILE for what is no workbook or grows beyond all measure,
 *   ERR_CONTACT_IMPORT_TEXT for too much text
 */
export async function* xlsxRows(bytes: Uint8Array, width: () => number = () => Infinity): AsyncGenerator<string[]> {
  const archive = await opened(bytes)
  try {
    const book = new Workbook(archive.zip, archive.entries)
    const sheet = await book.firstSheet()
    const shared = await book.sharedTexts()
    const rows = new SheetRows(shared, width)
    for await (const piece of book.read(sheet)) yield* rows.write(piece)
    yield* rows.end()
  } finally {
    archive.zip.close()
  }
}

async function opened(bytes: Uint8Array): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  }).catch((cause: unknown) => {
    throw unreadable('not a workbook', cause)
  })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= limits.entries) throw unreadable('too many parts')
      entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry)
    }
  } catch (cause) {
    zip.close()
    throw cause instanceof TableFault ? cause : unreadable('not a workbook', cause)
  }
  return { zip, entries }
}

class Workbook {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #inflated = 0
  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  async *read(path: string): AsyncGenerator<string> {
    const entry = this.#entries.get(path.toLowerCase())
    if (!entry) throw unreadable('a part is missing')
    const decoder = new TextDecoder()
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
        this.#inflated += (piece as Buffer).length
        if (this.#inflated > limits.inflatedBytes) throw unreadable('too large when unpacked')
        yield decoder.decode(piece as Buffer, { stream: true })
      }
    } catch (cause) {
      throw cause instanceof TableFault ? cause : unreadable('damaged', cause)
    }
    yield decoder.decode()
  }

  async firstSheet(): Promise<string> {
    let relation: string | undefined
    await this.#elements('xl/workbook.xml', (name, attributes) => {
      if (name === 'sheet') relation ??= attributes['r:id']
    })
    let target: string | undefined
    await this.#elements(relationshipsPath, (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === relation) target = attributes['Target']
    })
    if (target === undefined) throw unreadable('no sheet')
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }

  /** Texts that cells name by number. */
  async sharedTexts(): Promise<readonly string[]> {
    const texts: string[] = []
    if (!this.#entries.has('xl/sharedstrings.xml')) return texts
    const reader = new TextReader()
    let length = 0
    const xml = new XmlReader({
      open: (name) => {
        if (name === 'si') reader.begin()
        else reader.open(name)
      },
      text: (text) => reader.text(text),
      close(name) {
        reader.close(name)
        if (name !== 'si') return
        length += reader.value.length
        if (length > textLimits.table) throw tooMuchText(textLimits.table)
        texts.push(unescaped(reader.value))
      },
    })
    for await (const piece of this.read('xl/sharedStrings.xml')) xml.write(piece)
    xml.end()
    return texts
  }

  async #elements(path: string, seen: (name: string, attributes: Record<string, string>) => void): Promise<void> {
    const xml = new XmlReader({ open: seen })
    for await (const piece of this.read(path)) xml.write(piece)
    xml.end()
  }
}

/** Puts the runs of one text together; how it is read aloud (`rPh`) is none of it. */
class TextReader {
  value = ''
  #inText = false
  #phonetic = 0
  begin(): void {
    this.value = ''
  }
  open(name: string): void {
    if (name === 'rPh') this.#phonetic++
    if (name === 't') this.#inText = true
  }
  text(piece: string): void {
    if (this.#inText && this.#phonetic === 0) this.value = extended(this.value, piece)
  }
  close(name: string): void {
    if (name === 'rPh') this.#phonetic--
    if (name === 't') this.#inText = false
  }
}

class SheetRows {
  readonly #shared: readonly string[]
  readonly #width: () => number
  readonly #text = new TextReader()
  readonly #xml: XmlReader
  #ready: string[][] = []
  #row: string[] = []
  #column = 0
  #type = 'n'
  #stored = ''
  #inValue = false

  constructor(shared: readonly string[], width: () => number) {
    this.#shared = shared
    this.#width = width
    this.#xml = new XmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => this.#read(text),
      close: (name) => this.#close(name),
    })
  }

  write(piece: string): string[][] {
    this.#xml.write(piece)
    return this.#taken()
  }

  end(): string[][] {
    this.#xml.end()
    return this.#taken()
  }

  #taken(): string[][] {
    const rows = this.#ready
    this.#ready = []
    return rows
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      this.#row = []
      this.#column = 0
    } else if (name === 'c') {
      this.#column = columnOf(attributes['r']) ?? this.#column
      this.#type = attributes['t'] ?? 'n'
      this.#stored = ''
      this.#text.begin()
    } else if (name === 'v') this.#inValue = true
    else this.#text.open(name)
  }

  #read(piece: string): void {
    if (this.#inValue) this.#stored = extended(this.#stored, piece)
    else this.#text.text(piece)
  }

  #close(name: string): void {
    this.#text.close(name)
    if (name === 'v') this.#inValue = false
    if (name === 'c') {
      const width = this.#width()
      const place = width === Infinity ? Math.min(this.#column, importLimits.columns) : this.#column
      const value = place < width ? this.#value() : ''
      if (value !== '') this.#row[place] = value
      this.#column++
    }
    if (name === 'row' && this.#row.length > 0) this.#ready.push(Array.from(this.#row, (cell) => cell ?? ''))
  }

  #value(): string {
    switch (this.#type) {
      case 's':
        return this.#shared[Number(this.#stored)] ?? ''
      case 'inlineStr':
        return unescaped(this.#text.value)
      case 'n':
        return plainNumber(this.#stored)
      case 'b':
        return this.#stored === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        return ''
      default:
        return unescaped(this.#stored)
    }
  }
}

/** `C5` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  return letters === undefined
    ? undefined
    : [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Characters that XML cannot hold stand as `_x000D_` in texts (ECMA-376, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Spreadsheets keep long numbers, which phone numbers are to them, as `5.511987654321E+12`. */
const plainNumber = (stored: string): string =>
  /e/i.test(stored) && Number.isSafeInteger(Number(stored)) ? BigInt(Number(stored)).toString() : stored

/** A text and what follows of it. @throws TableFault for more than a whole row may hold */
function extended(text: string, piece: string): string {
  if (text.length + piece.length > textLimits.row) throw tooMuchText(textLimits.row)
  return text + piece
}

const unreadable = (why: string, cause?: unknown): TableFault =>
  new TableFault('ERR_CONTACT_IMPORT_FILE', {}, { cause: cause ?? new Error(why) })
