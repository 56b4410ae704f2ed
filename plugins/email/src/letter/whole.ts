import PostalMime from 'postal-mime'
import { decodeText } from './charset.ts'
import { textOfHtml } from './html-text.ts'

/**
 * Text found in the bytes of a mail alone: for one whose structure cannot be determined, because it is nested deeper
 * than servers and libraries read, or has none. Undefined if there is no text. Never throws.
 */
export async function textWithin(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const mail = indented(bytes)
    const { text, hasFiles } = await parsed(mail)
    const boundary = hasFiles ? undefined : undeclaredBoundary(text ?? bodyIn(mail))
    const within = boundary === undefined ? undefined : (await parsed(declaring(boundary, mail))).text
    return within ?? text ?? (hasFiles ? undefined : bodyOf(bytes))
  } catch {
    return undefined
  }
}

async function parsed(mail: Uint8Array): Promise<{ text: string | undefined; hasFiles: boolean }> {
  const { text, html, attachments } = await PostalMime.parse(mail)
  return { text: text?.trim() ? text : textOfHtml(html ?? '').text || undefined, hasFiles: attachments.length > 0 }
}

/** A boundary that stands above the fields of a part, where the header names another, none, or one that is misspelt. */
const undeclaredBoundary = (body: string): string | undefined =>
  /^--([^\s"\\-][^\s"\\]{0,68})[ \t]*\r?\n(?=content-[\w-]{1,40}[ \t]*:)/im.exec(body)?.[1]

/** The bytes behind the header, one character for each. */
const bodyIn = (mail: Uint8Array): string => /\r?\n\r?\n([^]*)$/.exec(Buffer.from(mail).toString('latin1'))?.[1] ?? ''

/** The same parts under a header that declares them. */
const declaring = (boundary: string, mail: Uint8Array): Uint8Array =>
  Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${bodyIn(mail)}`, 'latin1')

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
