export type TextToken = { readonly text: string; readonly href?: string }

const link = /https?:\/\/[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
/** Punctuation that ends the sentence and not the address. */
const trailing = /[.,;:!?)\]}]+$/

/** Cuts a text into words and links. Only web and mail addresses become links; everything else stays text. */
export function textTokens(text: string): TextToken[] {
  const tokens: TextToken[] = []
  let from = 0
  for (const match of text.matchAll(link)) {
    const found = match[0].replace(trailing, '')
    const href = found.includes('://') ? found : `mailto:${found}`
    if (!URL.canParse(href)) continue
    if (match.index > from) tokens.push({ text: text.slice(from, match.index) })
    tokens.push({ text: found, href })
    from = match.index + found.length
  }
  if (from < text.length) tokens.push({ text: text.slice(from) })
  return tokens
}
