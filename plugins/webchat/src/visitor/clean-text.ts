// Controls, and the characters that turn the direction of the text around them.
const unsafeInLine = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line that somebody else will read beside their own words (names, titles): no controls, no turned direction. */
export const cleanLine = (text: string): string =>
  text.replace(/\s/gu, ' ').replace(unsafeInLine, '').replace(/ +/g, ' ').normalize('NFC').trim()

/** A message as it was meant, with line ends as `\n`. The agent's screen isolates its direction. */
export const cleanMessage = (text: string): string => text.replace(/\r\n?/g, '\n').trim()
