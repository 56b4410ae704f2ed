import PostalMime from 'postal-mime'
import { decodeText } from './charset.ts'
import { textOfHtml } from './html-text.ts'

/**
 * Text found in the bytes of a mail alone: for one whose structure cannot be determined, because it is nested deeper
 * than servers and libraries read, or has none. Undefined if there is no text. Never throws.
 */
export async function textWithin(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { text, html, attachments } = await PostalMime.parse(indented(bytes))
    const found = text?.trim() ? text : textOfHtml(html ?? '').text
    return found || (attachments.length === 0 ? bodyOf(bytes) : undefined)
  } catch {
    return undefined
  }
}

/** Everything behind the header, as it stands there, without the boundaries of parts that nobody declared. */
const bodyOf = (bytes: Uint8Array): string | undefined =>
  /\r?\n\r?\n([^]*)$/
    .exec(decodeText(bytes, undefined))?.[1]
    ?.replace(/^--[^\s-]\S{0,70}\r?$/gm, '')
    .trim() || undefined

/**
 * The same mail, its parameters indented: some programs forget to fold the field of a type, so that its parameters
 * stand in lines that are no fields.
 */
function indented(bytes: Uint8Array): Uint8Array {
  let isOpen = false
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const isParameter = isOpen && /^[\w*-]{1,40}[ \t]*=/.test(line)
      const isFolded = isOpen && /^[ \t]/.test(line)
      isOpen =
        (isParameter || isFolded || /^content-(?:type|disposition)[ \t]*:/i.test(line)) && line.trimEnd().endsWith(';')
      return isParameter ? ` ${line}` : line
    })
  return Buffer.from(lines.join('\n'), 'latin1')
}
