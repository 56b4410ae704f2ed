import iconv from 'iconv-lite'
import { decodeUtf16, hasUtf16Mark, isUtf16 } from './utf16.ts'

/** Charsets of one byte for each letter, in which hardly any text is UTF-8 by chance. */
const oneByte = /^(iso-?8859-?\d+|latin-?\d|windows-125\d|cp125\d|koi8-?[ru])$/
/** Declarations that say nothing. */
const vague = /^(utf-?8|us-ascii|ascii|unknown-8bit|8bit|x-unknown|default|unknown|)$/

/**
 * Charsets of several bytes for each letter, by what stands in each other's place: programs name the old standard and
 * write its extension, or name one encoding of a language and write another.
 */
const families: readonly (readonly [label: RegExp, charsets: readonly string[]])[] = [
  [/^(gb_?2312(-80)?|gbk|x-gbk|gb18030|cp936|chinese|csgb2312|windows-936)$/, ['gb18030', 'big5']],
  [/^(big5|big5-hkscs|cn-big5|x-x-big5|cp950)$/, ['big5', 'gb18030']],
  [/^(shift[_-]jis|sjis|x-sjis|ms_kanji|cp932|ms932|windows-31j|csshiftjis)$/, ['shift_jis', 'euc-jp']],
  [/^(euc-jp|x-euc-jp|cseucpkdfmtjapanese)$/, ['euc-jp', 'shift_jis']],
  [/^(iso-2022-jp(-\d|-ms|-ext)?|csiso2022jp|cp5022[01])$/, ['iso-2022-jp', 'euc-jp', 'shift_jis']],
  [/^(euc-kr|ks_c_5601-1987|ksc_?5601|korean|cp949|uhc|windows-949)$/, ['euc-kr']],
]

/** Charsets of Windows whose letters stand in the place of control characters of the standard ones. */
const ofWindows: Readonly<Record<string, string>> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-5': 'windows-1251',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-6': 'windows-1256',
  'iso-8859-13': 'windows-1257',
  'iso-8859-4': 'windows-1257',
  'iso-8859-15': 'windows-1252',
}

const aliases: Readonly<Record<string, string>> = {
  cp1252: 'windows-1252',
  'iso8859-1': 'windows-1252',
  'iso-8859-1-windows-3.1-latin-1': 'windows-1252',
  cp1251: 'windows-1251',
  koi8r: 'koi8-r',
}

/** The label in the form of the lists: without quotes, parameters behind it, and the marks of other registries. */
const labelOf = (charset: string): string =>
  charset
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
    .replace(/;[^]*$/, '')
    .trim()
    .replace(/^(iso)[-_]?8859[-_](\d+)/, '$1-8859-$2')
    .replace(/^x-(?=gb|euc-kr|windows-|iso-)/, '')

/** Charsets of Cyrillic, which programs take for one another: the same bytes are other letters in each. */
const cyrillic = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'] as const
const isCyrillic = /^(koi8-?[ru]|(windows-|cp-?|win-?)1251|iso-8859-5|(cp|ibm)866)$/

/**
 * Text in its declared charset. Without one, or where the bytes cannot be what they claim or are evidently something
 * else, it is UTF-8 if it can be and windows-1252 otherwise, which is what old systems of Western languages write.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label = labelOf(charset ?? '')
  if (hasUtf16Mark(bytes)) return decodeUtf16(bytes, label)
  return (vague.test(label) ? ofEscapes(bytes) : declaredText(bytes, label)) ?? undeclaredText(bytes)
}

function declaredText(bytes: Uint8Array, label: string): string | undefined {
  if (isUtf16(label)) return (bytes.includes(0) ? undefined : utf8(bytes)) ?? decodeUtf16(bytes, label)
  const family = families.find(([labels]) => labels.test(label))?.[1]
  if (family) return ofEscapes(bytes) ?? wideUtf8(bytes) ?? ofFamily(bytes, family)
  const name = aliases[label] ?? label
  if (oneByte.test(label)) {
    const found = utf8(bytes) ?? (isCyrillic.test(label) || isLatin.test(label) ? inCyrillic(bytes, name) : undefined)
    if (found !== undefined) return found
  }
  return decoded(bytes, hasControls(bytes) ? (ofWindows[name] ?? name) : name)
}

const undeclaredText = (bytes: Uint8Array): string =>
  utf8(bytes) ?? mostlyUtf8(bytes) ?? inCyrillic(bytes, 'windows-1252') ?? western.decode(bytes)

const isLatin = /^(iso-8859-(1|15)|latin-?[19]|(windows-|cp)1252)$/

/**
 * Cyrillic under the name of another of its charsets, or of a Latin one; undefined where the bytes are what they claim.
 * Read in the wrong charset, a text has capitals within its words, and seldom the letters that are common.
 */
function inCyrillic(bytes: Uint8Array, name: string): string | undefined {
  const declared = decoded(bytes, name) ?? ''
  const letters = declared.match(/\p{L}/gu)?.length ?? 0
  const accented = declared.match(/[^\P{L}A-Za-z]/gu)?.length ?? 0
  // Of no Latin script most letters have accents.
  if (accented < 8 || accented < 0.6 * letters) return undefined
  const likely = (text: string): number => likelihood(text) / accented
  const [best] = cyrillic
    .flatMap((charset) => decoded(bytes, charset) ?? [])
    .toSorted((one, other) => likely(other) - likely(one))
  const least = isCyrillic.test(name) ? Math.max(0.4, likely(declared) + 0.15) : 0.4
  return best !== undefined && likely(best) > least ? best : undefined
}

/** The letters that make two thirds of a Russian text, less what no text has: case or script changed within a word. */
const likelihood = (text: string): number =>
  (text.match(/[оеаинтсрвл]/giu)?.length ?? 0) -
  3 *
    (text.match(/\p{Ll}(?=\p{Lu})|[A-Za-z](?=[\u0400-\u04ff])|[\u0400-\u04ff](?=[A-Za-z])|[\u2500-\u25ff]/gu)?.length ??
      0)

const western = new TextDecoder('windows-1252')

/** Texts of this length may have been cut in the middle of a character. */
const cutBytes = 16_384

/** The text, if every byte of it has a meaning in that charset. */
function exact(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: bytes.length >= cutBytes })
  } catch {
    return undefined
  }
}

const utf8 = (bytes: Uint8Array): string | undefined => exact(bytes, 'utf-8')

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** UTF-8 with characters of three bytes, which texts of other charsets do not happen to be. */
const wideUtf8 = (bytes: Uint8Array): string | undefined =>
  /[\xe0-\xf4][\x80-\xbf]{2}/.test(Buffer.from(bytes).toString('latin1')) ? utf8(bytes) : undefined

/** UTF-8 into which something else was pasted: a few bytes that do not fit spoil nothing but themselves. */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  const latin = Buffer.from(bytes).toString('latin1')
  const strays = latin.replace(sequence, '').match(/[\x80-\xff]/g)?.length ?? 0
  if ((latin.match(sequence)?.length ?? 0) <= strays) return undefined
  return latin.replace(new RegExp(`${sequence.source}|[\\x80-\\xff]`, 'g'), (piece) =>
    piece.length > 1 ? Buffer.from(piece, 'latin1').toString('utf8') : western.decode(Buffer.from(piece, 'latin1')),
  )
}

/** ISO-2022-JP under another name: seven bits with the escapes to its characters (RFC 1468). */
function ofEscapes(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  // oxlint-disable-next-line no-control-regex
  return /\x1b\$(?:[@B]|\(D)/.test(text) && !/[\x80-\xff]/.test(text) ? exact(bytes, 'iso-2022-jp') : undefined
}

/** The first charset in which every byte has a meaning, else the declared one as far as it goes. */
function ofFamily(bytes: Uint8Array, [declared, ...others]: readonly string[]): string {
  const asDeclared = exact(bytes, declared!)
  if (asDeclared !== undefined) return asDeclared
  const found = others.flatMap((charset) => exact(bytes, charset) ?? [])
  const [best] = found.toSorted((one, other) => strangeness(one) - strangeness(other))
  return best ?? new TextDecoder(declared).decode(bytes)
}

/** Katakana of half width are what EUC-JP looks like when it is read as Shift_JIS. */
const strangeness = (text: string): number => text.match(/[\uff61-\uff9f\p{Co}]/gu)?.length ?? 0

/** Whether there are bytes that are letters in the charsets of Windows, and controls in those of the standard. */
const hasControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)

/** Encodings that browsers no longer read, as code page 850 and UTF-7, are still in use. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return iconv.encodingExists(label) ? iconv.decode(Buffer.from(bytes), label) : undefined
  }
}
