/** How little the first places of a list count more than the next ones; 60 is what the method is published with. */
const evenness = 60

/**
 * One list of several, by reciprocal rank fusion: each list adds 1 / (60 + place) to what it holds, so that what stands
 * in several comes before what stands high in one. Scores of the lists are not compared, as they mean different things.
 * @param keyOf says which items are the same; the first one is kept
 */
export function fused<T>(lists: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const rated = new Map<string, { readonly item: T; score: number }>()
  for (const list of lists) {
    const seen = new Set<string>()
    for (const [at, item] of list.entries()) {
      const key = keyOf(item)
      if (seen.has(key)) continue
      seen.add(key)
      const known = rated.get(key)
      const score = 1 / (evenness + at + 1)
      if (known) known.score += score
      else rated.set(key, { item, score })
    }
  }
  return [...rated.values()].toSorted((a, b) => b.score - a.score).map(({ item }) => item)
}
