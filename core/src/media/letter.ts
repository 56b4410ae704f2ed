/** Larger letters are made of pictures written into them; no mail client shows those whole either. */
export const maxLetterBytes = 5_000_000

/**
 * Rights of a letter in its frame: be laid out, show stored pictures and open links elsewhere. It keeps its origin so
 * that the page around it can measure it, which is safe because no code in it runs: no scripts, no handlers, no forms.
 */
export const letterPolicy =
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' " +
  "data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * The stored images that are a letter's own; undefined for a file that no message has as its letter. Anybody can upload
 * HTML that names any file of a company: naming a file gives no right to read it.
 */
export type LetterImages = (tenantId: string, mediaId: string) => Promise<ReadonlySet<string> | undefined>

/** Ends at the next tag: a letter of nothing but beginnings of tags is read once. */
const storedImage = /(<img\b[^<>]*?\ssrc=["'])media:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=["'])/gi

/**
 * The letter with addresses of its own stored images, and of no others. `sign` gives a path that serves a file for a
 * while.
 */
export const withImages = (html: string, own: ReadonlySet<string>, sign: (media: string) => string): string =>
  html.replaceAll(storedImage, (whole, before: string, media: string) => {
    const id = media.toLowerCase()
    return own.has(id) ? `${before}${sign(id).replaceAll('&', '&amp;')}` : whole
  })
