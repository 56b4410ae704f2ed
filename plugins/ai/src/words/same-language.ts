/** A tag in parts, first the language; undefined for what is no tag. */
function partsOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/**
 * Whether two tags name one language: `pt` and `pt-BR` do, `pt-PT` and `pt-BR` do not, and neither do `zh-Hans` and
 * `zh-Hant`. False for what is no tag.
 */
export function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)]
  const agree = (left?: string, right?: string): boolean => !left || !right || left === right
  return !!a && !!b && a.language === b.language && agree(a.script, b.script) && agree(a.region, b.region)
}

/** A tag as core keeps those of tickets (`pt-BR`); undefined for what is none. */
export function keptTag(told: string): string | undefined {
  const parts = partsOf(told)
  if (!parts || !/^[a-z]{2,3}$/.test(parts.language)) return undefined
  return [parts.language, parts.script, parts.region].filter(Boolean).join('-')
}

/**
 * The language that the customer of a ticket writes in, as the latest of the translations knows that did not come from
 * the team's own language; undefined while nothing was translated. `words` come latest first.
 */
export function languageOfCustomer(
  words: readonly { readonly kind: string; readonly fromLanguage: string | null }[],
  team: string,
): string | undefined {
  const told = words.find(
    ({ kind, fromLanguage }) => kind === 'translation' && fromLanguage && !isSameLanguage(fromLanguage, team),
  )
  return told?.fromLanguage ? keptTag(told.fromLanguage) : undefined
}
