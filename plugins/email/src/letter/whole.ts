import PostalMime from 'postal-mime'
import { decodeText } from './decode.ts'
import { textOfHtml } from './html-text.ts'

/**
 * What is said, found in the bytes of a mail alone: for one whose structure nobody can tell, because it is nested
 * deeper than servers and libraries look, or is none. Undefined where nothing is found. Never throws.
 */
export async function textWithin(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { text, html, attachments } = await PostalMime.parse(bytes)
    const found = text?.trim() ? text : textOfHtml(html ?? '').text
    return found || (attachments.length === 0 ? bodyOf(bytes) : undefined)
  } catch {
    return undefined
  }
}

/** Everything behind the header, as it stands there. */
const bodyOf = (bytes: Uint8Array): string | undefined =>
  /\r?\n\r?\n([^]*)$/.exec(decodeText(bytes, undefined))?.[1]?.trim() || undefined
