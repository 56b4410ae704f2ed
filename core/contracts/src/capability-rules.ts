import type { ActionWindow, Level, MediaCapability } from './capabilities.ts'

/* Rules over capabilities. Free of zod, so that the browser's first screen can afford them. */

/** The levels at which the adapter itself must act. */
export type SupportedLevel = 'partial' | 'full'
/** Whether the adapter itself has to do something about it: `partial` or `full`. */
export const isSupported = (level: Level): level is SupportedLevel => level === 'partial' || level === 'full'

/** How a media capability treats a mime type: exact entry, then `type/*`, then the catch-all, else rejected. */
export function mediaLevel(capability: MediaCapability | undefined, mime: string): Level {
  if (!capability) return 'rejected'
  const bare = mime.split(';', 1)[0]!.trim().toLowerCase()
  return capability.mime[bare] ?? capability.mime[`${bare.split('/', 1)[0]}/*`] ?? capability.mime['*/*'] ?? 'rejected'
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
