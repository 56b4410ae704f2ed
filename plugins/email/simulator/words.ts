/** Quoted-printable without its escapes, as latin1. */
export const unescaped = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** A header field with its encoded words read, as far as this house and its simulated people write them. */
export const worded = (subject: string): string =>
  subject
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      Buffer.from(
        /b/i.test(kind) ? Buffer.from(text, 'base64') : Buffer.from(unescaped(text.replaceAll('_', ' ')), 'latin1'),
      ).toString('utf8'),
    )
