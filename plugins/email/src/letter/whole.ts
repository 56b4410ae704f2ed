import PostalMime from 'postal-mime'
import { decodeText } from './decode.ts'
import { textOfHtml } from './html-text.ts'

/**
 * Text found in the bytes of a mail alone: for one whose structure cannot be determined, because it is nested deeper
 * than servers and libraries read, or has none. Undefined if there is no text. Never throws.
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
