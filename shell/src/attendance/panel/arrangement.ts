/** How a user arranged the side panel: sections in their order, and those that are hidden. Kept by key, so that a plugin that is away keeps its place. */
export interface Arrangement { readonly order: readonly string[]; readonly hidden: readonly string[] }

/** The sections in the user's order. One that was never arranged follows the one it comes after by itself. */
export function arranged(keys: readonly string[], { order }: Arrangement): string[] {
  const known = order.filter((key) => keys.includes(key))
  return keys.reduce<string[]>((placed, key, at) => {
    if (placed.includes(key)) return placed
    const before = keys.slice(0, at).findLast((one) => placed.includes(one))
    return placed.toSpliced(before === undefined ? 0 : placed.indexOf(before) + 1, 0, key)
  }, known)
}

/** A section one place up or down among those that are there; what is away keeps its place after them. */
export function moved(keys: readonly string[], arrangement: Arrangement, key: string, by: -1 | 1): Arrangement {
  const now = arranged(keys, arrangement)
  const at = now.indexOf(key)
  const to = at + by
  if (at < 0 || to < 0 || to >= now.length) return arrangement
  return { ...arrangement, order: [...now.toSpliced(at, 1).toSpliced(to, 0, key), ...arrangement.order.filter((one) => !keys.includes(one))] }
}

export const shownOrHidden = (arrangement: Arrangement, key: string, shown: boolean): Arrangement =>
  ({ ...arrangement, hidden: [...arrangement.hidden.filter((one) => one !== key), ...(shown ? [] : [key])] })
