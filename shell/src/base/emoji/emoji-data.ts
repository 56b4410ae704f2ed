import type { Emoji as Entry } from 'emojibase'
import type { EmojiData } from 'frimousse'
import type { Locale } from '../contracts.ts'

/**
 * Names, key words and skin tones of every emoji, from Unicode's CLDR. Each language is a file that is loaded when
 * somebody looks for an emoji.
 */
const names: Record<Locale, () => Promise<{ default: readonly Entry[] }>> = {
  'pt-BR': () => import('emojibase-data/pt/data.json'),
  en: () => import('emojibase-data/en/data.json'),
  es: () => import('emojibase-data/es/data.json'),
  ru: () => import('emojibase-data/ru/data.json'),
}

/**
 * Unicode's groups in its own order; the number of a group is its place here. The parts that emojis are made of are no
 * emojis.
 */
export const emojiGroups = [
  'smileys',
  'people',
  'parts',
  'animals',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const
const partsGroup = emojiGroups.indexOf('parts')
const countryFlags = 98
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const
export const skinTones = { light: '🏻', 'medium-light': '🏼', medium: '🏽', 'medium-dark': '🏾', dark: '🏿' } as const

/** One emoji with what it is found by, in one language. */
export type NamedEmoji = EmojiData['emojis'][number]

function named({ emoji, group, subgroup, label, version, tags, skins }: Entry): NamedEmoji {
  const toned =
    skins?.flatMap(({ tone, emoji: skin }) => (typeof tone === 'number' ? [[tones[tone - 1]!, skin] as const] : [])) ??
    []
  return {
    emoji,
    category: group!,
    label,
    version,
    tags: tags ?? [],
    ...(subgroup === countryFlags ? { countryFlag: true as const } : {}),
    ...(toned.length === tones.length
      ? { skins: Object.fromEntries(toned) as Record<(typeof tones)[number], string> }
      : {}),
  }
}

const loading = new Map<Locale, Promise<readonly NamedEmoji[]>>()

/** All emojis, named in a language. Rejects when the file cannot be fetched; the next call tries again. */
export function loadEmojis(locale: Locale): Promise<readonly NamedEmoji[]> {
  const known = loading.get(locale)
  if (known) return known
  const emojis = names[locale]().then((file) =>
    file.default.filter(({ group }) => group !== undefined && group !== partsGroup).map(named),
  )
  emojis.catch(() => loading.delete(locale))
  loading.set(locale, emojis)
  return emojis
}
