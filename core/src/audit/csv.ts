/**
 * What a spreadsheet would take for a formula gets an apostrophe, which it shows as text (OWASP, CSV injection). So
 * does what looks as if it had one, that none is taken for ours.
 */
const formula = /^'*[=+\-@\t\r]/
const escaped = /^'(?='*[=+\-@\t\r])/

/** One line of RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A cell of {@link csvLine} as it was before a spreadsheet could take it for a formula. Of tables that were not written
 * by it, it takes what belongs to the text.
 */
export const withoutEscape = (cell: string): string => cell.replace(escaped, '')
