/** A piece of text, or a link to where it may lead. */
export interface LinkedPiece {
  readonly text: string
  readonly href?: string
}

const schemes = /^(https?:|mailto:|tel:)/i
// Ends before punctuation that belongs to the sentence around it. The name before an `@` has 64 characters at
// most, and without that limit a text of 65,000 characters without a blank would take seconds.
const linkPattern =
  /\b(?:https?:\/\/|mailto:|tel:|www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}]|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+\b/gi

/**
 * Finds addresses in what somebody wrote, for whoever draws it and for previews. Only http, https, mailto and tel come
 * out as links; everything else stays text. The caller draws the pieces as nodes: nothing here is ever markup.
 */
export function linkify(text: string): LinkedPiece[] {
  const pieces: LinkedPiece[] = []
  let end = 0
  for (const match of text.matchAll(linkPattern)) {
    const found = match[0]
    const href = /^www\./i.test(found) ? `https://${found}` : schemes.test(found) ? found : `mailto:${found}`
    if (!isSafe(href)) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: found, href })
    end = match.index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** The browser's own reading of the address decides, not the pattern. */
function isSafe(href: string): boolean {
  try {
    const url = new URL(href)
    return schemes.test(url.protocol) && url.username === '' && url.password === ''
  } catch {
    return false
  }
}
