// C0 and C1 controls, and the characters that turn the direction of the text around them.
const unsafeInLine = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line that somebody else will read beside their own words (names, titles, file names): no controls, no turned direction. */
export const cleanLine = (text: string): string => text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(unsafeInLine, '').trim()

/** A message as it was meant, made storable: no lone surrogates, no NUL, line ends as `\n`. */
export const cleanMessage = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n').trim()

/** A file's name without any folder, leading dots or anything that could deceive its reader. */
export function cleanFileName(name: string): string {
  const base = cleanLine(name).split(/[/\\]/).at(-1)!.replace(/^\.+/, '').trim()
  return base.slice(-120) || 'file'
}
