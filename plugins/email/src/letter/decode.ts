import iconv from 'iconv-lite'

/** Decodes the transfer encoding. Content that does not match its encoding is decoded as far as possible. */
export function decodeTransfer(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  switch (encoding?.toLowerCase()) {
    case 'base64':
      return base64(bytes)
    case 'quoted-printable':
      return quotedPrintable(bytes)
    default:
      return bytes
  }
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]*$/.test(text) && !/\S[ \t]+\S/.test(text)

/** Encoded text behind the padding is read too: some programs encode piece by piece. A list's footer is not. */
function base64(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  // Words with spaces between them are no base64: nobody has encoded this.
  if (/^\s*\S{0,1000}[A-Za-z] [A-Za-z]/.test(text)) return bytes
  const [first = '', ...others] = text.split(/=+/)
  const foreign = others.findIndex((piece) => !isBase64(piece))
  return Buffer.concat(
    [first, ...(foreign < 0 ? others : others.slice(0, foreign))].map((piece) => Buffer.from(piece, 'base64')),
  )
}

function quotedPrintable(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/[ \t]+(?=\r?\n)/g, '')
    .replace(/=\r?\n/g, '')
    .replace(/=$/, '')
  return Buffer.from(
    text.replace(/=([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Charsets of one byte for each letter, in which hardly any text is UTF-8 by chance. */
const oneByte = /^(iso-?8859-?\d+|latin-?\d|windows-125\d|cp125\d|koi8-?[ru])$/

/**
 * Text in its declared charset. Without one, or where the bytes cannot be what they claim or are evidently something
 * else, it is UTF-8 if it can be and windows-1252 otherwise, which is what old systems of Western languages write.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label =
    charset
      ?.trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase() ?? ''
  if (label !== '' && !/^(utf-?8|us-ascii|ascii|unknown-8bit|8bit|x-unknown|default|unknown)$/.test(label)) {
    const isUtf8 = oneByte.test(label) ? utf8(bytes, bytes.length >= cutBytes) : undefined
    const declared = isUtf8 ?? decoded(bytes, aliases[label] ?? label)
    if (declared !== undefined) return declared
  }
  return (
    utf8(bytes, false) ??
    (bytes.length >= cutBytes ? utf8(bytes, true) : undefined) ??
    mostlyUtf8(bytes) ??
    western.decode(bytes)
  )
}

const western = new TextDecoder('windows-1252')

/** Texts of this length may have been cut in the middle of a character. */
const cutBytes = 16_384

function utf8(bytes: Uint8Array, mayBeCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayBeCut })
  } catch {
    return undefined
  }
}

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** UTF-8 into which something else was pasted: a few bytes that do not fit spoil nothing but themselves. */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  const latin = Buffer.from(bytes).toString('latin1')
  const strays = latin.replace(sequence, '').match(/[\x80-\xff]/g)?.length ?? 0
  if ((latin.match(sequence)?.length ?? 0) <= strays) return undefined
  return latin.replace(new RegExp(`${sequence.source}|[\\x80-\\xff]`, 'g'), (piece) =>
    piece.length > 1 ? Buffer.from(piece, 'latin1').toString('utf8') : western.decode(Buffer.from(piece, 'latin1')),
  )
}

const aliases: Readonly<Record<string, string>> = {
  cp1252: 'windows-1252',
  'iso8859-1': 'windows-1252',
  'iso-8859-1-windows-3.1-latin-1': 'windows-1252',
  cp1251: 'windows-1251',
  koi8r: 'koi8-r',
  cp936: 'gbk',
  'ks_c_5601-1987': 'euc-kr',
}

/** Encodings that browsers no longer read, as code page 850 and UTF-7, are still in use. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return iconv.encodingExists(label) ? iconv.decode(bytes, label) : undefined
  }
}

/** The charset that an HTML document names itself, for one whose mail names none. */
export const charsetOfHtml = (bytes: Uint8Array): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(
    Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'),
  )?.[1]

/**
 * Undoes `format=flowed` (RFC 3676): a line that ends in a space goes on in the next one. Quote marks and the
 * signature's line keep theirs.
 */
export function unflow(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const [mark, rest] = [/^>*/.exec(line)![0], line.replace(/^>*/, '').replace(/^ /, '')]
    const before = lines.at(-1)
    if (open && before !== undefined && /^>*/.exec(before)![0] === mark && rest !== '-- ')
      lines[lines.length - 1] = before + rest
    else lines.push(mark === '' ? rest : `${mark} ${rest}`)
    open = rest.endsWith(' ') && rest !== '-- '
    if (open && deletesSpace) lines[lines.length - 1] = lines.at(-1)!.slice(0, -1)
  }
  return lines.join('\n')
}
