/** S5-038…: bytes of one file and of all files of one message. The server holds the same limits. */
export const maxFileBytes = 10 * 1024 * 1024
export const maxTotalBytes = 30 * 1024 * 1024

export interface Picked { accepted: File[]; tooLarge: File[]; overTotal: File[] }

/** Sorts newly picked files into what can be sent with those already there and what cannot, by name. */
export function pickFiles(present: readonly File[], added: readonly File[]): Picked {
  const picked: Picked = { accepted: [], tooLarge: [], overTotal: [] }
  let total = present.reduce((sum, file) => sum + file.size, 0)
  for (const file of added) {
    if (file.size > maxFileBytes) picked.tooLarge.push(file)
    else if (total + file.size > maxTotalBytes) picked.overTotal.push(file)
    else {
      picked.accepted.push(file)
      total += file.size
    }
  }
  return picked
}

/** Rounded to what matters: `0,4 MB`, `12 kB`. */
export function fileSize(bytes: number, locale = navigator.language): string {
  const [value, unit] = bytes >= 1024 * 1024 ? [bytes / (1024 * 1024), 'megabyte'] as const : [Math.max(bytes > 0 ? 1 : 0, bytes / 1024), 'kilobyte'] as const
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: value < 10 && unit === 'megabyte' ? 1 : 0 }).format(value)
}
