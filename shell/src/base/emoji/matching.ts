import type { NamedEmoji } from './emoji-data.ts'

/** Without accents and in small letters, as people type who are in a hurry. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Search terms of an emoji: its name and its key words, without accents and case. */
interface Findable {
  readonly emoji: NamedEmoji
  readonly name: string
  readonly keys: readonly string[]
  readonly words: readonly string[]
}

function findable(emoji: NamedEmoji): Findable {
  const name = wordsOf(emoji.label)
  const keys = emoji.tags.map(wordsOf)
  return { emoji, name: name.join(' '), keys: keys.map((key) => key.join(' ')), words: [name, ...keys].flat() }
}

/** Distance of an emoji from a phrase; lower is better. */
const distance = ({ name, keys }: Findable, phrase: string): number =>
  [
    name === phrase,
    keys.includes(phrase),
    name.startsWith(phrase),
    keys.some((key) => key.startsWith(phrase)),
    true,
  ].indexOf(true)

/**
 * Finds the emojis that fit what was typed: every word begins a word of the name or of the key words. Best first, and
 * otherwise in the order given; accents and case do not count.
 */
export function emojiSearch(emojis: readonly NamedEmoji[]): (typed: string, most: number) => NamedEmoji[] {
  const all = emojis.map(findable)
  return (typed, most) => {
    const wanted = wordsOf(typed)
    if (wanted.length === 0) return []
    const phrase = wanted.join(' ')
    return all
      .filter(({ words }) => wanted.every((word) => words.some((one) => one.startsWith(word))))
      .map((found) => ({ emoji: found.emoji, at: distance(found, phrase) }))
      .sort((one, other) => one.at - other.at)
      .slice(0, most)
      .map(({ emoji }) => emoji)
  }
}
