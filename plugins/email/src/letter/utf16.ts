import iconv from 'iconv-lite'

/** Whether a declared charset is UTF-16 in either order. */
export const isUtf16 = (charset: string | undefined): boolean =>
  /^\s*["']?utf-?16(?:le|be)?["']?\s*$/i.test(charset ?? '')

/** Whether bytes begin with the mark of UTF-16, which no other text begins with. */
export const hasUtf16Mark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** UTF-16 in the order that its mark, its white space or, without these, its declaration says. */
export const decodeUtf16 = (bytes: Uint8Array, charset: string): string =>
  iconv.decode(Buffer.from(bytes), hasUtf16Mark(bytes) ? 'utf-16' : /^utf-?16$/.test(charset) ? 'utf-16' : charset)

/**
 * UTF-16 that went through mail without a transfer encoding, as it was written. Servers put a CR before every byte that
 * is an LF, the mail ends in a line break of its own, and Dovecot gives 0x80 for NUL ("[BINARY]" aside, IMAP has no
 * NUL: RFC 3501, section 4.3.1).
 */
export function restoreUtf16(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const [firstLine = ''] = text.split('\n', 1)
  const odd = [...firstLine.matchAll(/[\0\x80]/g)].map(({ index }) => index % 2 === 1)
  const isLittle = odd.filter(Boolean).length * 2 > odd.length
  const isRegular = odd.length > 1 && odd.every((each) => each === isLittle)
  if (!text.includes('\0') && !isRegular) return bytes
  const lines = isLittle ? text.replace(/\r\n(?=[\0\x80])/g, '\n') : text.replace(/(?<=[\0\x80])\r\n/g, '\n')
  const restored = Buffer.from(lines.replace(/\r\n$/, ''), 'latin1')
  if (!restored.includes(0))
    for (let at = isLittle ? 1 : 0; at < restored.length; at += 2) if (restored[at] === 0x80) restored[at] = 0
  return restored
}
