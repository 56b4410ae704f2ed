/**
 * A user’s arrangement of parts of a screen, as the sections of the side panel: parts in their order, the hidden ones,
 * and those pinned open at the top. Kept by key, so that a switched off plugin keeps its place.
 */
export interface Arrangement {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly pinned?: readonly string[] | undefined
}
export const asItCame: Arrangement = { order: [], hidden: [], pinned: [] }

/**
 * The sections in the user's order, pinned ones before the others. One that was never arranged follows the one it comes
 * after by itself.
 */
export function arranged(keys: readonly string[], { order, pinned = [] }: Arrangement): string[] {
  const known = order.filter((key) => keys.includes(key))
  const all = keys.reduce<string[]>((placed, key, at) => {
    if (placed.includes(key)) return placed
    const before = keys.slice(0, at).findLast((one) => placed.includes(one))
    return placed.toSpliced(before === undefined ? 0 : placed.indexOf(before) + 1, 0, key)
  }, known)
  return [...all.filter((key) => pinned.includes(key)), ...all.filter((key) => !pinned.includes(key))]
}

/**
 * A section one place up or down among those that are there; nothing where it would have to pass the last pinned one.
 */
export function moved(keys: readonly string[], arrangement: Arrangement, key: string, by: -1 | 1): Arrangement {
  const now = arranged(keys, arrangement)
  const at = now.indexOf(key)
  const onto = at < 0 ? undefined : now[at + by]
  const isPinned = (one: string): boolean => arrangement.pinned?.includes(one) ?? false
  return onto === undefined || isPinned(onto) !== isPinned(key) ? arrangement : movedOnto(keys, arrangement, key, onto)
}

/**
 * Moves a section to the place of another one; missing sections keep their place after them. Pinned ones stay before
 * the others.
 */
export function movedOnto(keys: readonly string[], arrangement: Arrangement, key: string, onto: string): Arrangement {
  const now = arranged(keys, arrangement)
  const [at, to] = [now.indexOf(key), now.indexOf(onto)]
  if (at < 0 || to < 0 || at === to) return arrangement
  return {
    ...arrangement,
    order: [...now.toSpliced(at, 1).toSpliced(to, 0, key), ...arrangement.order.filter((one) => !keys.includes(one))],
  }
}

export const shownOrHidden = (arrangement: Arrangement, key: string, shown: boolean): Arrangement => ({
  ...arrangement,
  hidden: [...arrangement.hidden.filter((one) => one !== key), ...(shown ? [] : [key])],
})

export const pinnedOrNot = (arrangement: Arrangement, key: string, pinned: boolean): Arrangement => ({
  ...arrangement,
  pinned: [...(arrangement.pinned ?? []).filter((one) => one !== key), ...(pinned ? [key] : [])],
})

/** The keys with those that were never arranged behind the others, for what grows at its end. */
export const newOnesLast = (keys: readonly string[], { order }: Arrangement): string[] => [
  ...order.filter((key) => keys.includes(key)),
  ...keys.filter((key) => !order.includes(key)),
]
