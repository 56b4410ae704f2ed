const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Items whose name contains the typed text, case and accents aside; first those that begin with it. */
export function named<Item extends { readonly name: string }>(items: readonly Item[], search: string): Item[] {
  const wanted = folded(search.trim())
  const fitting = items.filter(({ name }) => folded(name).includes(wanted))
  const begins = ({ name }: Item): boolean => folded(name).startsWith(wanted)
  return wanted === '' ? fitting : [...fitting.filter(begins), ...fitting.filter((item) => !begins(item))]
}
