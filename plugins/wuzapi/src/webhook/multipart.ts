const type = /^multipart\/form-data\b.*?\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i
const utf8 = new TextDecoder()

/**
 * The fields of a form with files, without the files. Undefined for what is none, and for one that names a field twice:
 * only one of the two would be signed. Pure and total.
 */
export function fieldsOf(body: Uint8Array, contentType: string): Readonly<Record<string, string>> | undefined {
  const [, quoted, bare] = type.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return undefined
  const fields = new Map<string, string>()
  // Each letter is one byte, so that nothing is lost before it is known what is text.
  for (const part of Buffer.from(body).toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const name = /;\s*name="([^"]{1,100})"/i.exec(head)?.[1]
    if (name === undefined || /;\s*filename\*?=/i.test(head)) continue
    if (fields.has(name)) return undefined
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    fields.set(name, utf8.decode(Buffer.from(content, 'latin1')))
  }
  return Object.fromEntries(fields)
}

/**
 * What the gateway signs of such a form: its fields as JSON, as Go writes them, in the order of their names and with
 * the letters of HTML escaped.
 */
export function signedText(fields: Readonly<Record<string, string>>): string {
  const ordered = Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return JSON.stringify(ordered).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
