import { drawablePixels, pixelsOf } from './pixels.ts'

/**
 * Bytes of a beginning that {@link sniff} wants: cameras write half a megabyte of other things before a photo says how
 * large it is.
 */
export const headBytes = 512 * 1024
/**
 * Bytes that determine the type of a file. Container formats that need more are recognised well enough by their
 * beginning.
 */
const sniffBytes = 64 * 1024
const sniffMs = 1_000

/**
 * Content that a browser could run or render as a page. Never answered with its own type, whatever the client claims.
 */
const markup = /^\s*(?:<\?xml|<!doctype|<!--|<(?:html|head|body|script|svg|iframe|math|[a-z]+:svg)\b)/i

/**
 * Type of the bytes: by magic number, else readable text, else `application/octet-stream`. The sender's claim counts in
 * three cases only: text keeps the claimed plain kind of text (`text/csv`), since text has no magic number, a mail is
 * one where it begins as a mail does, and a sound in a video container stays a sound. A picture of more points than can
 * be drawn safely is a file like any other.
 */
export async function sniff(head: Uint8Array, claimed = ''): Promise<string> {
  const sample = head.subarray(0, sniffBytes)
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await withinTime(
    fileTypeFromBuffer(sample)
      .then((type) => type?.mime)
      .catch(() => undefined),
  )
  if (found === 'application/xml' || found === 'text/xml') return isSvg(sample) ? 'image/svg+xml' : 'text/xml'
  if (found !== undefined && (pixelsOf(head.subarray(0, headBytes), found) ?? 0) > drawablePixels)
    return 'application/octet-stream'
  if (found !== undefined) return sounds[found] === withoutParameters(claimed) ? sounds[found]! : found
  if (withoutParameters(claimed) === mailType && isMail(sample)) return mailType
  const text = readableText(sample)
  if (text === undefined) return 'application/octet-stream'
  if (isSvg(sample)) return 'image/svg+xml'
  if (markup.test(text)) return 'text/html'
  const bare = withoutParameters(claimed)
  return plainKinds.has(bare) ? bare : 'text/plain'
}

/**
 * Browsers record into video containers; only the recorder knows that there is no video in them. Nothing runs either
 * way.
 */
const sounds: Readonly<Record<string, string>> = { 'video/webm': 'audio/webm', 'video/mp4': 'audio/mp4' }
const withoutParameters = (mime: string): string => mime.split(';', 1)[0]!.trim().toLowerCase()

const plainKinds = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'text/calendar',
  'text/vcard',
  'application/json',
])

const mailType = 'message/rfc822'
/** Fields of which a mail has at least one among its first (RFC 5322, 3.6; RFC 3464 for those of a report). */
const mailField = /^(?:from|to|date|subject|message-id|received|return-path|mime-version|delivered-to)[ \t]*:/im
/** A field's name, or a line that goes on with the one before. */
const headerLine = /^(?:[!-9;-~]+[ \t]*:|[ \t])/

/** Whether a file begins with the header of a mail. Its body may be in any charset, and is never looked at. */
function isMail(sample: Uint8Array): boolean {
  const [header = ''] = Buffer.from(sample)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)
  const lines = header.split(/\r?\n/)
  return !header.includes('\0') && mailField.test(header) && lines.every((line) => headerLine.test(line))
}

const isSvg = (sample: Uint8Array): boolean => /<(?:[a-z]+:)?svg[\s/>]/i.test(Buffer.from(sample).toString('latin1'))

function readableText(sample: Uint8Array): string | undefined {
  if (sample.includes(0)) return undefined
  try {
    // A cut in the middle of a character at the end is no fault of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
  } catch {
    return undefined
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work,
      new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), sniffMs)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
