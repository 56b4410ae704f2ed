import * as z from 'zod'

/**
 * Control characters, marks that turn the direction of what follows, and characters that show nothing. Joiners stay:
 * scripts and emoji are written with them.
 */
const hidden =
  /[\u034f\u17b4\u17b5\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\uffa0]/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The visible form of a name or another short text of a stranger: composed (NFC), on one line, without hidden
 * characters. Empty when nothing of it is visible.
 */
export function asShown(text: string): string {
  const name = text.replace(/\s/gu, ' ').replace(hidden, '').replace(/ +/g, ' ').normalize('NFC').trim()
  return visible.test(name) ? name : ''
}

/**
 * A name that others are shown as its bearer's: of users, companies, plans and roles. Two that look alike because of
 * what is hidden in one of them are the same. `longest` in UTF-16 units.
 */
export const shownName = (longest: number) => z.string().overwrite(asShown).min(1).max(longest)
