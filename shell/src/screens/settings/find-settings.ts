import { plainText } from '../../base/i18n/plain-text.ts'

/** A page of the settings in the words of the user's language. */
export interface SearchedPage {
  readonly path: string
  readonly label: string
  /** Names of single settings on it. */
  readonly settings: readonly string[]
  /** Other words by which people look for it; never shown. */
  readonly others: string
}

/** A page, or one setting of it. */
export interface FoundSetting {
  readonly path: string
  readonly setting: string | null
}

/** More than anybody reads through. */
const mostFound = 12

/**
 * Pages and single settings that hold every typed word, best first: a page whose name begins with the text, one that
 * has the words in its name, single settings, then pages that are looked for by other words. A page that its name finds
 * does not list settings which only repeat it. None for an empty text.
 */
export function findSettings(pages: readonly SearchedPage[], typed: string): readonly FoundSetting[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const whole = words.join(' ')
  const ranked = pages.flatMap(({ path, label, settings, others }) => {
    const name = plainText(label)
    const isIn = (text: string): boolean => words.every((word) => text.includes(word))
    const named = isIn(name)
    const found = settings
      .filter((setting) => {
        const own = plainText(setting)
        return own !== name && isIn(`${name} ${own}`) && (!named || isIn(own))
      })
      .map((setting) => ({ path, setting, rank: plainText(setting).startsWith(whole) ? 1.5 : 2 }))
    const page = { path, setting: null }
    if (named) return [{ ...page, rank: name.startsWith(whole) ? 0 : 1 }, ...found]
    return found.length === 0 && isIn(`${name} ${plainText(others)}`) ? [{ ...page, rank: 3 }] : found
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostFound)
    .map(({ path, setting }) => ({ path, setting }))
}
