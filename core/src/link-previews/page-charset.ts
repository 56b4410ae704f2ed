/** Bytes at the beginning of a page in which it may say how it is encoded, as browsers look for it. */
export const charsetBytes = 1_024

const byteOrderMarks = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
] as const

/**
 * Decoder of a page: by its byte order mark, else by the `charset` of the content type, else by what its first bytes
 * say, else UTF-8. A name that nobody knows counts as none.
 */
export function pageDecoder(head: Uint8Array, contentType: string): TextDecoder {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, at) => head[at] === byte))?.[1]
  return (
    decoderOf(marked) ??
    decoderOf(charsetIn(contentType)) ??
    decoderOf(saidWithin(head)) ??
    (decoderOf('utf-8') as TextDecoder)
  )
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(text)?.[1]

/** A page whose beginning can be read letter by letter is not in UTF-16, whatever it says. */
function saidWithin(head: Uint8Array): string | undefined {
  const metas = Buffer.from(head.subarray(0, charsetBytes))
    .toString('latin1')
    .match(/<meta\b[^>]{0,500}/gi)
  const said = metas?.map(charsetIn).find((name) => name !== undefined)
  return said !== undefined && /^utf-?16/i.test(said) ? 'utf-8' : said
}

function decoderOf(name: string | undefined): TextDecoder | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name)
  } catch {
    return undefined
  }
}
