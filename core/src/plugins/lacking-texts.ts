/** Texts of a plugin as its file has them: sentences by key, in groups. */
export type Texts = Readonly<Record<string, unknown>>

const pluralForm = /^(.+)_(zero|one|two|few|many|other)$/

/**
 * The part of `other` that a reader of `own` needs: what `own` does not say in the language `locale`. A text with
 * plural forms is needed unless `own` has every form that the language has, since a reader looks for the form of the
 * number.
 */
export function lackingTexts(other: Texts, own: Texts, locale: string): Texts {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const isSaid = (group: Texts, key: string): boolean => {
    if (pluralForm.test(key)) {
      const base = key.replace(pluralForm, '$1')
      return Object.hasOwn(group, base) || forms.every((form) => Object.hasOwn(group, `${base}_${form}`))
    }
    return Object.hasOwn(group, key)
  }
  const lacking = (from: Texts, said: Texts): Texts =>
    Object.fromEntries(
      Object.entries(from).flatMap(([key, value]): [string, unknown][] => {
        if (!isGroup(value)) return isSaid(said, key) ? [] : [[key, value]]
        const inner = Object.hasOwn(said, key) ? said[key] : undefined
        if (inner !== undefined && !isGroup(inner)) return []
        const rest = lacking(value, inner ?? {})
        return Object.keys(rest).length === 0 ? [] : [[key, rest]]
      }),
    )
  return lacking(other, own)
}

/** Whether it is a group of texts, and no text. */
export const isGroup = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
