import { decodeBase64 } from './base64.ts'

/** Decodes the transfer encoding. Content that does not match its encoding is decoded as far as possible. */
export function decodeTransfer(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  switch (encoding?.toLowerCase()) {
    case 'base64':
      return decodeBase64(bytes)
    case 'quoted-printable':
      return quotedPrintable(bytes)
    default:
      return bytes
  }
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
