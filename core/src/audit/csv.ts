/** What a spreadsheet would take for a formula gets an apostrophe, which it shows as text (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** One line of RFC 4180. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
