import { mint, Refusal, type MediaId, type MediaInfo, type MediaPort } from '@recado/contracts'
import { randomUUID } from 'node:crypto'

/** Size from which the product refuses a file, unless the caller sets another. */
const usualMaxBytes = 10_000_000

/** Files in memory. The type is the one that was claimed: nothing is sniffed here. */
export interface MemoryMedia extends MediaPort {
  readonly files: ReadonlyMap<MediaId, MediaInfo & { readonly content: Uint8Array<ArrayBuffer> }>
  /** Files that the plugin has let go. The product removes them after a day; here they stay. */
  readonly released: ReadonlySet<MediaId>
}

/** Makes an empty {@link MemoryMedia}. */
export function memoryMedia(): MemoryMedia {
  const files = new Map<MediaId, MediaInfo & { readonly content: Uint8Array<ArrayBuffer> }>()
  const found = (id: MediaId) => {
    const file = files.get(id)
    if (!file) throw new Refusal('ERR_NO_MEDIA_FOUND')
    return file
  }
  const released = new Set<MediaId>()
  return {
    files,
    released,
    async put(source, { name, mime = 'application/octet-stream', maxBytes = usualMaxBytes }) {
      const pieces: Uint8Array[] = []
      let bytes = 0
      for await (const piece of source instanceof Uint8Array ? [source] : source) {
        bytes += piece.length
        if (bytes > maxBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxBytes })
        pieces.push(piece)
      }
      const info: MediaInfo = { id: mint<MediaId>(randomUUID()), mime, bytes, name: name ?? null }
      files.set(info.id, { ...info, content: new Uint8Array(Buffer.concat(pieces)) })
      return info
    },
    async open(id) {
      const { content, ...info } = found(id)
      return { ...info, stream: new Blob([content]).stream() }
    },
    async info(id) {
      const file = files.get(id)
      return file && { id: file.id, mime: file.mime, bytes: file.bytes, name: file.name }
    },
    sign: (id, ttlMs) => `/media/${id}?until=${Date.now() + ttlMs}`,
    async release(media) {
      for (const id of media) if (files.has(id)) released.add(id)
    },
  }
}
