import type { MessageContent, Part } from './content.ts'

/**
 * What a preview shows a sign for; null for what is only words. The server keeps it of each ticket's last message as
 * `core.content_of` answers it.
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
  return part.kind !== 'location' || part.name !== undefined || part.address !== undefined
}
