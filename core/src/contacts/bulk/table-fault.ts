import type { ErrorCode, ErrorFacts } from '@recado/contracts'

type TableFaultCode = Extract<
  ErrorCode,
  'ERR_CONTACT_IMPORT_FILE' | 'ERR_CONTACT_IMPORT_ROWS' | 'ERR_CONTACT_IMPORT_TEXT'
>

/**
 * Why a file is no table that can be taken. table-reader.ts makes a refusal of it: the thread that reads the table does
 * not load the contracts, which would take longer than most tables.
 */
export class TableFault extends Error {
  override readonly name = 'TableFault'
  readonly code: TableFaultCode
  readonly facts: ErrorFacts
  constructor(code: TableFaultCode, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.facts = facts
  }
}

export const tooMuchText = (limit: number): TableFault => new TableFault('ERR_CONTACT_IMPORT_TEXT', { limit })
