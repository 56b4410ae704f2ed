/** Undoes the encoding for transport. What is not encoded as it says is taken as far as it goes. */
export function decodeTransfer(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  switch (encoding?.toLowerCase()) {
    case 'base64': return Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64')
    case 'quoted-printable': return quotedPrintable(bytes)
    default: return bytes
  }
}

function quotedPrintable(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replace(/[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '').replace(/=$/, '')
  return Buffer.from(text.replace(/=([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))), 'latin1')
}

/**
 * Text in its declared charset. Without one, or where the bytes cannot be what they claim, it is UTF-8 if it can be and
 * windows-1252 otherwise, which is what old systems of Western languages write.
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label = charset?.trim().replace(/^["']|["']$/g, '').toLowerCase() ?? ''
  if (label !== '' && !/^(utf-?8|us-ascii|ascii|unknown-8bit|8bit|x-unknown|default|unknown)$/.test(label)) {
    const declared = decoder(aliases[label] ?? label)
    if (declared) return declared.decode(bytes)
  }
  return utf8(bytes, false) ?? (bytes.length >= cutBytes ? utf8(bytes, true) : undefined) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Texts of this length may have been cut in the middle of a character. */
const cutBytes = 16_384

function utf8(bytes: Uint8Array, mayBeCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayBeCut })
  } catch {
    return undefined
  }
}

const aliases: Readonly<Record<string, string>> = { cp1252: 'windows-1252', 'iso8859-1': 'windows-1252', 'iso-8859-1-windows-3.1-latin-1': 'windows-1252', cp1251: 'windows-1251', 'koi8r': 'koi8-r', cp936: 'gbk', 'ks_c_5601-1987': 'euc-kr' }

function decoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** The charset that an HTML document names itself, for one whose mail names none. */
export const charsetOfHtml = (bytes: Uint8Array): string | undefined => /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]

/** Undoes `format=flowed` (RFC 3676): a line that ends in a space goes on in the next one. Quote marks and the signature's line keep theirs. */
export function unflow(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const [mark, rest] = [/^>*/.exec(line)![0], line.replace(/^>*/, '').replace(/^ /, '')]
    const before = lines.at(-1)
    if (open && before !== undefined && /^>*/.exec(before)![0] === mark && rest !== '-- ') lines[lines.length - 1] = before + rest
    else lines.push(mark === '' ? rest : `${mark} ${rest}`)
    open = rest.endsWith(' ') && rest !== '-- '
    if (open && deletesSpace) lines[lines.length - 1] = lines.at(-1)!.slice(0, -1)
  }
  return lines.join('\n')
}
