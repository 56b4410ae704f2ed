/** Larger letters are made of pictures written into them; no mail client shows those whole either. */
export const maxLetterBytes = 5_000_000

/**
 * What a letter may do in its frame: be laid out, show stored pictures and open links elsewhere. It keeps its origin so
 * that the page around it can measure it, which is safe because nothing in it runs: no scripts, no handlers, no forms.
 */
export const letterPolicy = "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const storedImage = /(<img\b[^>]*?\ssrc=["'])media:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=["'])/gi

/** The letter with the addresses of its stored images. `sign` gives a path that serves one of them for a while. */
export const withImages = (html: string, sign: (media: string) => string): string =>
  html.replaceAll(storedImage, (_whole, before: string, media: string) => `${before}${sign(media).replaceAll('&', '&amp;')}`)
