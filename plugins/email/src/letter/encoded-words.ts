import { decodeText } from './charset.ts'
import { decodeTransfer } from './decode.ts'

/** An encoded word (RFC 2047). Spaces have no business in one, and are there all the same. */
const word = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([bq])\?([^?\r\n]*)\?=/gi
/** Some of them with nothing but folding between them, which counts for nothing. */
const run = new RegExp(`${word.source}(?:[ \\t\\r\\n]+${word.source})*`, 'gi')

interface Piece {
  readonly charset: string
  bytes: Uint8Array
}

/**
 * The same header, its encoded words in UTF-8. Adjacent words of one charset are joined as bytes: many programs cut in
 * the middle of a character. The declared charset of a word is trusted no more than that of a text.
 */
export const inUtf8 = (header: string): string =>
  header.replace(run, (words) => {
    const pieces: Piece[] = []
    for (const [, charset = '', encoding = '', content = ''] of words.matchAll(word)) {
      const bytes = bytesOf(content, encoding)
      const last = pieces.at(-1)
      if (last?.charset === charset.toLowerCase()) last.bytes = Buffer.concat([last.bytes, bytes])
      else pieces.push({ charset: charset.toLowerCase(), bytes })
    }
    const text = pieces.map(({ charset, bytes }) => decodeText(bytes, charset)).join('')
    return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  })

function bytesOf(content: string, encoding: string): Uint8Array {
  if (encoding.toLowerCase() === 'b') return decodeTransfer(Buffer.from(content), 'base64')
  return decodeTransfer(Buffer.from(content.replaceAll('_', '=20')), 'quoted-printable')
}
