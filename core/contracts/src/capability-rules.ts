import type { ActionWindow, ChannelCapabilities, Level, MediaCapability, MediaKind } from './capabilities.ts'

/* Rules over capabilities. Free of zod, so that the browser's first screen can afford them. */

/** The levels at which the adapter itself must act. */
export type SupportedLevel = 'partial' | 'full'
/** Whether the adapter itself has to do something about it: `partial` or `full`. */
export const isSupported = (level: Level): level is SupportedLevel => level === 'partial' || level === 'full'

/** Level of a mime type in a media capability: exact entry, then `type/*`, then the catch-all, else rejected. */
export function mediaLevel(capability: MediaCapability | undefined, mime: string): Level {
  if (!capability) return 'rejected'
  const bare = mime.split(';', 1)[0]!.trim().toLowerCase()
  return capability.mime[bare] ?? capability.mime[`${bare.split('/', 1)[0]}/*`] ?? capability.mime['*/*'] ?? 'rejected'
}

/** The channel takes such a file, if need be after core has converted it. */
export const takesMedia = (level: Level): boolean => isSupported(level) || level === 'fallback'

/** Browsers record into containers that are sniffed as films. */
const isRecording = (mime: string): boolean =>
  mime.startsWith('audio/') || mime === 'video/webm' || mime === 'video/mp4'

/**
 * Kind of media as which a file is sent: a voice note as such if the channel has them, else by its sniffed type,
 * falling back to a document.
 */
export function mediaKindOf(mime: string, capabilities: Pick<ChannelCapabilities, 'media'>, voice = false): MediaKind {
  if (voice && isRecording(mime) && takesMedia(mediaLevel(capabilities.media.voice, mime))) return 'voice'
  const family = mime.split('/', 1)[0]
  const natural = family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
  return takesMedia(mediaLevel(capabilities.media[natural], mime)) ? natural : 'document'
}

/** Answer of {@link canAct}: yes, or why not. */
export type ActionVerdict = { ok: true } | { ok: false; reason: 'unsupported' | 'notOwn' | 'tooOld' | 'tooMany' }

/**
 * Whether a message may be edited, deleted for all or reacted to: the tighter of the tenant's policy and the channel's
 * capability. Server and composer call this same function, so that a button is never offered and then refused.
 */
export function canAct(
  capability: ActionWindow,
  policy: { withinMs?: number } | undefined,
  target: { sentAt: Date; own: boolean; count: number },
  now: Date,
  needsOwn: boolean,
): ActionVerdict {
  if (!isSupported(capability.level)) return { ok: false, reason: 'unsupported' }
  if (needsOwn && !target.own) return { ok: false, reason: 'notOwn' }
  const limit = Math.min(capability.withinMs ?? Infinity, policy?.withinMs ?? Infinity)
  if (now.getTime() - target.sentAt.getTime() > limit) return { ok: false, reason: 'tooOld' }
  if (capability.maxCount !== undefined && target.count >= capability.maxCount) return { ok: false, reason: 'tooMany' }
  return { ok: true }
}

/** `endsAt` is null when the contact has never written, so that the window has never opened. */
export interface ServiceWindowState {
  readonly open: boolean
  readonly endsAt: Date | null
}

/**
 * State of the service window of a chat: open until the contact's last message + `ms`, the last millisecond not
 * included. `undefined` for a channel without a window. Server and composer call this function.
 */
export function windowOf(
  capability: ChannelCapabilities['serviceWindow'],
  lastInboundAt: Date | null,
  now: Date,
): ServiceWindowState | undefined {
  if (!capability) return undefined
  return windowUntil(lastInboundAt && new Date(lastInboundAt.getTime() + capability.ms), now)
}

/** The same, when the end of the window is known already. */
export const windowUntil = (endsAt: Date | null, now: Date): ServiceWindowState => ({
  open: endsAt !== null && now.getTime() < endsAt.getTime(),
  endsAt,
})
