import { Parser } from 'htmlparser2'

/** Bytes at the beginning of a page in which it may say how it is encoded, as browsers look for it. */
const charsetBytes = 1_024
const marks = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
] as const

/** `charset` of a content type; undefined without one. */
const charsetIn = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(contentType)?.[1]

/** The charset that the beginning of a page names. It can be read letter by letter, so it is not in UTF-16. */
function charsetWithin(bytes: Uint8Array): string | undefined {
  let said: string | undefined
  const parser = new Parser({
    onopentag(name, { charset, content, 'http-equiv': equivalent }) {
      if (name !== 'meta' || said !== undefined) return
      said = charset ?? (equivalent?.toLowerCase() === 'content-type' ? charsetIn(content ?? '') : undefined)
    },
  })
  parser.end(new TextDecoder('latin1').decode(bytes.subarray(0, charsetBytes)))
  return said !== undefined && /^utf-?16/i.test(said) ? 'utf-8' : said
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset.trim())
  } catch {
    return undefined
  }
}

/** UTF-8 where the bytes are that, else what Windows writes. */
function guessed(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The text of a page: by its byte order mark, else by the charset of its content type, else by what it says itself,
 * else by its bytes. A charset that nobody knows counts as none.
 */
export function pageText(bytes: Uint8Array, contentType: string): string {
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]
  const decoder = decoderOf(marked) ?? decoderOf(charsetIn(contentType)) ?? decoderOf(charsetWithin(bytes))
  return decoder ? decoder.decode(bytes) : guessed(bytes)
}
