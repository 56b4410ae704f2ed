const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Tags of languages by their English names in lower case: `portuguese` is `pt`. */
const tags = new Map<string, string>()

function tagsByName(): ReadonlyMap<string, string> {
  if (tags.size > 0) return tags
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    if (name) tags.set(name.toLowerCase(), Intl.getCanonicalLocales(code)[0]!)
  }
  return tags
}

/** A language as servers tell it that hear recordings: by a tag, which stays, or by its English name. Total. */
export const spokenLanguage = (told: string): string => tagsByName().get(told.trim().toLowerCase()) ?? told.slice(0, 20)
