import type { ChannelCapabilities } from './capabilities.ts'
import { mediaKindOf, mediaLevel, takesMedia } from './capability-rules.ts'

/* Limits of attachments of a message. Free of zod: composer and server apply the same limits. */

/** S9-012, S9-013: bytes of one file, and of all files of one message; and how many there may be. */
export const fileLimits = { each: 10_000_000, total: 30_000_000, count: 10 } as const

/** Bytes of a file that arrives from a provider: it is stored as it comes, whatever its size. */
export const maxInboundFileBytes = 100_000_000

/** Why a file cannot go along: the channel does not take its kind, or takes smaller ones only. */
export type FileFault = { readonly kind: 'unsupported' } | { readonly kind: 'tooLarge'; readonly limit: number }

/**
 * Reason why a channel does not take a file of this type and size; undefined if it does. A file of unknown type is left
 * to the check of its bytes.
 */
export function fileFault(
  { type, size }: { readonly type: string; readonly size: number },
  capabilities: Pick<ChannelCapabilities, 'media'>,
): FileFault | undefined {
  if (size > fileLimits.each) return { kind: 'tooLarge', limit: fileLimits.each }
  if (type === '') return undefined
  const capability = capabilities.media[mediaKindOf(type, capabilities)]
  if (!takesMedia(mediaLevel(capability, type))) return { kind: 'unsupported' }
  return capability?.maxBytes !== undefined && size > capability.maxBytes
    ? { kind: 'tooLarge', limit: capability.maxBytes }
    : undefined
}
