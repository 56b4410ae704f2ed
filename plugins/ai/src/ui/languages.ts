/** Languages that are offered; what a ticket holds beside them is offered too. */
const offered = [
  'pt-BR',
  'en',
  'es',
  'ru',
  'fr',
  'de',
  'it',
  'nl',
  'pl',
  'uk',
  'tr',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
]

/** Choices of languages by their names in the interface's language. */
export function languageChoices(
  locale: string,
  more: readonly (string | null)[] = [],
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const tags = [...new Set([...offered, ...more.filter((tag) => tag !== null)])]
  return tags
    .map((value) => ({ value, label: languageName(names, value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** A language by its name; what is no tag stays as it is. */
export function languageName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
