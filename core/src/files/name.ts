const maxNameBytes = 150
/** Control characters, and the marks that turn the direction of text, with which `gpj.exe` shows as `exe.jpg`. */
const invisible = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * A file name as it may be stored, shown and offered for saving: normalised, one path segment, no leading dots, at most
 * 150 bytes with the extension kept. Null when nothing is left. The name never decides where bytes lie.
 */
export function safeName(name: string | null | undefined): string | null {
  const segment = (name ?? '').toWellFormed().normalize('NFC').replace(invisible, '').split(/[/\\]/).at(-1)!
  const clean = segment.replace(/^[.\s]+|\s+$/gu, '')
  if (clean === '') return null
  const dot = clean.lastIndexOf('.')
  const extension = dot > 0 && clean.length - dot <= 16 ? clean.slice(dot) : ''
  return cut(clean.slice(0, clean.length - extension.length), maxNameBytes - Buffer.byteLength(extension)) + extension
}

/** The longest beginning of whole characters within a number of bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    kept += character
  }
  return kept
}

/** `attachment; filename="…"; filename*=UTF-8''…` (RFC 6266): an ASCII form for old clients, the real one encoded. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string | null): string {
  if (name === null) return kind
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
