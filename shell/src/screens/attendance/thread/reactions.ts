import { ownReactor, type ChannelCapabilities, type Message } from '../../../base/contracts.ts'

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Some write an emoji with a sign that it is one, some without: they are the same emoji. */
const bare = (emoji: string): string => emoji.replaceAll('\uFE0F', '')

/**
 * Reactions of the channel to offer, as the channel writes them: six at hand, then the rest; `any` where the channel
 * takes every emoji.
 */
export function offeredReactions({ allowed }: ChannelCapabilities['reaction']): {
  quick: readonly string[]
  more: readonly string[] | 'any'
} {
  if (!allowed) return { quick: quickReactions, more: 'any' }
  const known = quickReactions.flatMap((emoji) => allowed.find((one) => bare(one) === bare(emoji)) ?? [])
  const others = allowed.filter((emoji) => !known.includes(emoji))
  const missing = quickReactions.length - known.length
  return { quick: [...known, ...others.slice(0, missing)], more: others.slice(missing) }
}

export interface ReactionGroup {
  readonly emoji: string
  readonly count: number
  readonly isOwn: boolean
}

/** Reactions by emoji, most first; ours stands out because it can be taken back. */
export function groupReactions(reactions: Message['reaction']): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>()
  for (const [who, emoji] of Object.entries(reactions)) {
    const known = groups.get(emoji)
    groups.set(emoji, { emoji, count: (known?.count ?? 0) + 1, isOwn: who === ownReactor || (known?.isOwn ?? false) })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}
