import type { MessageContent, Part } from './content.ts'

/**
 * Kind of content that a preview shows as an icon; null for text alone. The server stores it of each ticket's last
 * message, computed by `core.content_of`.
 */
export function contentOf(parts: readonly Part[]): MessageContent | null {
  for (const part of parts) {
    if (part.kind === 'media' || part.kind === 'pendingMedia') return { as: part.as, captioned: parts.some(saysMore) }
    if (part.kind === 'location' || part.kind === 'contacts') return { as: part.kind, captioned: parts.some(saysMore) }
  }
  return null
}

function saysMore(part: Part): boolean {
  if (part.kind === 'media' || part.kind === 'pendingMedia') return part.caption !== undefined
  if (part.kind === 'letterHead') return part.subject !== undefined
  return part.kind !== 'location' || part.name !== undefined || part.address !== undefined
}
