import { longestImportedText, type MediaInfo, type Part } from '@recado/sdk'

const longestName = 255

/** A stored file as a part of its message; `caption` is what was written with it. */
export function filePartOf(file: MediaInfo, { mediaType, caption }: { mediaType: string; caption: string }): Part {
  const name = file.name?.slice(0, longestName)
  return {
    kind: 'media',
    as: kindOf(file.mime, mediaType),
    media: file.id,
    mime: file.mime,
    bytes: file.bytes,
    ...(name && { name }),
    ...(caption !== '' && { caption: caption.slice(0, longestImportedText) }),
  }
}

/** WhatsApp's voice notes are Ogg, whatever the old system called them. */
function kindOf(mime: string, mediaType: string): 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker' {
  if (mime === 'image/webp' && mediaType === 'sticker') return 'sticker'
  if (mime === 'audio/ogg') return 'voice'
  for (const kind of ['image', 'video', 'audio'] as const) if (mime.startsWith(`${kind}/`)) return kind
  return 'document'
}
