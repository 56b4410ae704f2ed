/**
 * A text that a spreadsheet would read as a formula gets an apostrophe, which it shows as text (OWASP, CSV injection).
 * So does a text that begins with apostrophes and such a sign, so that its own apostrophe is not taken for an added
 * one.
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
