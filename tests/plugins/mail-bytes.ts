/* Pieces of mails as bytes, which stand as latin1 in strings. */

export const hex = (bytes: string): string => Buffer.from(bytes, 'hex').toString('latin1')
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
export const wide = (written: string): string => Buffer.from(written, 'utf16le').toString('latin1')
export const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')
/** A text in this charset and encoding, with the field of its type. */
export const text = (charset: string, encoding: string, body: string, kind = 'plain'): string =>
  `Content-Type: text/${kind}; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`
export const multipart = (kind: string, parts: readonly string[], mark = 'b'): string =>
  `Content-Type: multipart/${kind}; boundary="${mark}"\r\n\r\n` +
  `${parts.map((part) => `--${mark}\r\n${part}\r\n`).join('')}--${mark}--\r\n`
/** One text between boundaries of this mark, under a type that is written as it is. */
export const parted = (type: string, mark: string, said: string): string =>
  `Content-Type: ${type}\r\n\r\n--${mark}\r\n${text('utf-8', '8bit', utf8(said))}\r\n--${mark}--\r\n`
