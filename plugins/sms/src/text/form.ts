/** Decoded text: UTF-8 if possible, else windows-1252, which old systems of Western languages write. */
export function written(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** One name or value of a form, whose escapes stand for bytes of either charset. */
const unescaped = (text: string): string =>
  written(
    Buffer.concat(
      text
        .replaceAll('+', ' ')
        .split(/(%[0-9a-f]{2})/i)
        .map((piece, index) => (index % 2 === 1 ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
    ),
  )

/** The fields of a form; of a name that comes twice the last. */
export const readForm = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [, name = '', value = ''] = /^([^=]*)=?([^]*)$/.exec(pair) ?? []
        return [unescaped(name), unescaped(value)]
      }),
  )
