import type { ChannelCapabilities } from './capabilities.ts'
import { canAct, isSupported, type ActionVerdict } from './capability-rules.ts'
import type { Part } from './content.ts'
import type { MessageActState, MessageStatus } from './entities.ts'
import type { Role } from './roles.ts'

/* Rules of agents' acts on messages. Free of zod: server and screens decide by the same functions. */

/** An act of an agent on a message that was sent. */
export type MessageAct = MessageActState['kind']

/** Company policy, beside what the channel allows: S5-047, S9-018. Milliseconds since the message. */
export const deletePolicy = { withinMs: 5 * 60_000 } as const
/** S5-046, S9-017. */
export const forwardLimit = 10
/** The company itself among the authors of reactions: a channel knows the company, not its agents. */
export const ownReactor = '@us'

/** The fields of a message that the rule reads. */
export interface ActTarget {
  readonly fromMe: boolean
  readonly userId: string | null
  readonly status: MessageStatus
  readonly isDeleted: boolean
  readonly timestamp: string
  readonly parts: readonly Part[]
  readonly reaction: Readonly<Record<string, string>>
  readonly votes?: { readonly stopped?: boolean | undefined } | undefined
}

/** Answer of {@link mayAct}: yes, or why not. */
export type ActVerdict =
  | ActionVerdict
  | { ok: false; reason: 'notAuthor' | 'deleted' | 'notSent' | 'notText' | 'noPoll' | 'stopped' }

/**
 * Whether this user may edit, delete or react to this message now: by its author, state and kind, and then {@link
 * canAct} with company policy and capability. Deleting is for the author, supervisors and administrators (reading 63);
 * editing for the author alone, since nobody may change another person's words. A poll of the company is stopped by
 * everybody who may write in its conversation, once.
 */
export function mayAct(
  act: MessageAct,
  capabilities: ChannelCapabilities,
  message: ActTarget,
  user: { readonly userId: string; readonly role: Role },
  now: Date,
): ActVerdict {
  if (message.isDeleted) return { ok: false, reason: 'deleted' }
  const target = { sentAt: new Date(message.timestamp), own: message.fromMe, count: 0 }
  switch (act) {
    case 'edit': {
      const verdict = canAct(capabilities.edit, undefined, target, now, true)
      if (!verdict.ok) return verdict
      if (message.userId !== user.userId) return { ok: false, reason: 'notAuthor' }
      if (editableText(message.parts, capabilities) === undefined) return { ok: false, reason: 'notText' }
      return hasLeft(message.status) ? { ok: true } : { ok: false, reason: 'notSent' }
    }
    case 'delete': {
      const verdict = canAct(capabilities.deleteForAll, deletePolicy, target, now, true)
      if (!verdict.ok) return verdict
      if (message.userId !== user.userId && user.role === 'user') return { ok: false, reason: 'notAuthor' }
      // A failed message never arrived: hiding it is harmless. One that may have been sent has no id at the provider.
      return message.status === 'unknown' ? { ok: false, reason: 'notSent' } : { ok: true }
    }
    // Our new reaction replaces the old one, so it fits however few reactions a channel allows.
    case 'react': {
      const verdict = canAct(
        {
          level: capabilities.reaction.level,
          ...(capabilities.reaction.withinMs === undefined ? {} : { withinMs: capabilities.reaction.withinMs }),
        },
        undefined,
        target,
        now,
        false,
      )
      return !verdict.ok || hasLeft(message.status) ? verdict : { ok: false, reason: 'notSent' }
    }
    case 'stopPoll': {
      const verdict = canAct({ level: capabilities.stopPoll }, undefined, target, now, true)
      if (!verdict.ok) return verdict
      if (!message.parts.some(({ kind }) => kind === 'poll')) return { ok: false, reason: 'noPoll' }
      if (message.votes?.stopped) return { ok: false, reason: 'stopped' }
      return hasLeft(message.status) ? { ok: true } : { ok: false, reason: 'notSent' }
    }
  }
}

const hasLeft = (status: MessageStatus): boolean => status !== 'failed' && status !== 'unknown'

/**
 * The text of a message that can be changed: a text alone, or the caption of one file where the channel has captions.
 */
export function editableText(
  parts: readonly Part[],
  capabilities: Pick<ChannelCapabilities, 'media'>,
): string | undefined {
  const [part, ...others] = parts
  if (others.length > 0 || !part) return undefined
  if (part.kind === 'text') return part.text
  return part.kind === 'media' && isSupported(capabilities.media[part.as]?.caption ?? 'rejected')
    ? (part.caption ?? '')
    : undefined
}

/** The same message with other words. Call it only where {@link editableText} answers. */
export function withText(parts: readonly Part[], text: string): [Part, ...Part[]] {
  const [part] = parts
  if (part?.kind !== 'media') return [{ kind: 'text', text, format: part?.kind === 'text' ? part.format : 'plain' }]
  const { caption: _, ...file } = part
  return [text === '' ? file : { ...file, caption: text }]
}

/** Whether a channel lets us react with this emoji; a channel that names none allows any. */
export const isReaction = (emoji: string, { reaction }: Pick<ChannelCapabilities, 'reaction'>): boolean =>
  reaction.allowed === undefined || reaction.allowed.includes(emoji)
