import { maxKeyLength } from '../messages/limits.ts'

/**
 * The shortcut that a ready text of another system gets: one word without `/`, which is what opens the list here. Empty
 * where nothing is left.
 */
export const keyOf = (name: string): string =>
  name
    .trim()
    .replaceAll(/[\s/]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, maxKeyLength)
    // Half of a character that takes two places.
    .replace(/[\uD800-\uDBFF]$/, '')
