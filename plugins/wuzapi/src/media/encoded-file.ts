import { ChannelError } from '@recado/sdk'

/** A file that a JSON answer holds as base64. */
export interface EncodedFile {
  /** As its data address names it. */
  readonly mime?: string
  readonly stream: AsyncGenerator<Uint8Array>
}

/** Where the text of a file begins: the field `data`, in whatever case, and the head of a data address. */
const beginning = /"data"\s*:\s*"(?:data:([^,"\\]{0,300}?)(?:;base64)?,)?/i
/** Characters in which it has to begin, and characters behind it that show that its head is whole. */
const longestHead = 64_000
const longestAddressHead = 400

/** An escape of JSON that a piece ends within. */
const halfEscape = /\\(?:u[0-9a-f]{0,3})?$/i
const escapes = /\\(?:u([0-9a-f]{4})|(.))/gi

/** What base64 in JSON begins with, and what follows a text that is something else. */
const isEncoded = /^[A-Za-z0-9+/=\\]*(?:"|$)/

const torn = (): ChannelError =>
  new ChannelError({ kind: 'network', code: 'TORN', message: 'the file ended before its end', certain: false })

/**
 * Decodes the file of a JSON answer as it comes, with one piece of it in memory. Undefined where the answer holds
 * none; `head` is its text then, up to 64,000 characters.
 */
export async function encodedFile(
  body: ReadableStream<Uint8Array>,
): Promise<{ readonly file: EncodedFile } | { readonly head: string }> {
  const texts = textsOf(body)
  let head = ''
  for (;;) {
    const { done, value = '' } = await texts.next()
    head += value
    const found = beginning.exec(head)
    const rest = found ? head.slice(found.index + found[0].length) : ''
    const isWhole = done || rest.includes('"') || rest.length >= longestAddressHead
    if (found && isWhole && isEncoded.test(rest)) {
      const mime = found[1]?.trim()
      return { file: { ...(mime && { mime }), stream: decoded(rest, texts) } }
    }
    if (done || head.length > longestHead) break
  }
  await texts.return(undefined)
  return { head: head.slice(0, longestHead) }
}

/** Base64 is ASCII, and so is JSON outside of its texts. */
async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('latin1')
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) yield decoder.decode(piece, { stream: true })
}

/** Bytes up to the quotation mark that ends the text. @throws ChannelError `network` where none comes */
async function* decoded(begun: string, texts: AsyncGenerator<string, undefined>): AsyncGenerator<Uint8Array> {
  try {
    let kept = begun
    for (;;) {
      const end = kept.indexOf('"')
      const half = end < 0 ? (halfEscape.exec(kept)?.[0] ?? '') : ''
      const text = (end < 0 ? kept.slice(0, kept.length - half.length) : kept.slice(0, end)).replaceAll(
        escapes,
        (_, code?: string, plain?: string) =>
          code === undefined ? plain! : String.fromCharCode(Number.parseInt(code, 16)),
      )
      // Four characters are three bytes.
      const whole = end < 0 ? text.length - (text.length % 4) : text.length
      if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64')
      if (end >= 0) return
      const { done, value } = await texts.next()
      if (done) throw torn()
      kept = text.slice(whole) + half + value
    }
  } finally {
    await texts.return(undefined)
  }
}
