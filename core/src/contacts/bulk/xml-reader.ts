import { Parser } from 'htmlparser2'
import { TableFault, tooMuchText } from './table-fault.ts'
import { textLimits } from './table-limits.ts'

/** Elements in one another; a workbook has a tenth of these. The parser's time grows by the square of the depth. */
const deepest = 100

/** Callbacks for an XML document: elements as they open and close, and the text in them, in pieces. */
export interface XmlListener {
  open?(name: string, attributes: Record<string, string>): void
  text?(piece: string): void
  close?(name: string): void
}

/**
 * Reads XML of unknown origin piece by piece. @throws TableFault for what nests too deep, or is one tag without an end
 */
export class XmlReader {
  readonly #parser: Parser
  #depth = 0
  /** Characters that the parser keeps since its last callback. */
  #kept = 0

  constructor(listener: XmlListener) {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#kept = 0
          if (++this.#depth > deepest)
            throw new TableFault('ERR_CONTACT_IMPORT_FILE', {}, { cause: new Error('nested too deep') })
          listener.open?.(name, attributes)
        },
        ontext: (piece) => {
          this.#kept = 0
          listener.text?.(piece)
        },
        onclosetag: (name) => {
          this.#kept = 0
          this.#depth--
          listener.close?.(name)
        },
      },
      { xmlMode: true },
    )
  }

  write(piece: string): void {
    this.#kept += piece.length
    if (this.#kept > textLimits.row) throw tooMuchText(textLimits.row)
    this.#parser.write(piece)
  }

  end(): void {
    this.#parser.end()
  }
}
