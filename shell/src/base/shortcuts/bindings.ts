import { reservationOf, type KeyBinding, type KeyBindings, type KeyReservation } from '../contracts.ts'
import { sameKeys } from './keys.ts'
import { groupOf, isProductShortcut, productShortcuts, type ShortcutId } from './product-shortcuts.ts'

/** A plugin's command and the keys it would like. */
export interface SuggestedKeys {
  readonly id: `${string}/${string}`
  readonly keys: KeyBinding | null
}
/** Keys of each act; null for an act without. */
export type Bindings = ReadonlyMap<string, KeyBinding | null>

/** Whether two acts can receive the same keys: in a text field only those with Ctrl reach the rest of the screen. */
const meet = (a: string, b: string, keys: KeyBinding): boolean =>
  keys.mod === true || (groupOf(a) === 'writing') === (groupOf(b) === 'writing')

/** The act that has these keys already, if another can receive them too. */
export const holderOf = (bindings: Bindings, id: string, keys: KeyBinding): string | undefined =>
  [...bindings].find(
    ([other, held]) => other !== id && held !== null && sameKeys(held, keys) && meet(id, other, keys),
  )?.[0]

/**
 * The effective keys: the user's, then the product's own, then those that plugins suggest. Keys belong to one act; a
 * later act that finds them taken has none, so that a plugin never takes any away.
 */
export function resolveBindings(own: KeyBindings, suggested: readonly SuggestedKeys[]): Bindings {
  const bindings = new Map<string, KeyBinding | null>()
  const take = (id: string, keys: KeyBinding | null): void => {
    bindings.set(id, keys && holderOf(bindings, id, keys) === undefined ? keys : null)
  }
  const ids = [...Object.keys(productShortcuts), ...suggested.map(({ id }) => id)]
  for (const id of ids) if (own[id] !== undefined) take(id, own[id])
  for (const id of ids) if (isProductShortcut(id) && own[id] === undefined) take(id, productShortcuts[id].keys)
  for (const { id, keys } of suggested)
    if (own[id] === undefined) take(id, keys && reservationOf(keys) === null ? keys : null)
  return bindings
}

export type KeyRefusal = KeyReservation | 'writes'

/** Why an act cannot have these keys, or null. `letter` is what the layout writes with them: browsers go by it. */
export function refusalOf(id: string, keys: KeyBinding, letter: string): KeyRefusal | null {
  if (groupOf(id) === 'writing') {
    if (keys.code === 'Enter') return null
    if (keys.mod !== true) return 'writes'
  }
  const asWritten = /^[a-z]$/i.test(letter) ? { ...keys, code: `Key${letter.toUpperCase()}` } : keys
  return reservationOf(keys) ?? reservationOf(asWritten)
}

/** A user's bindings after giving an act other keys, or none; the act that had them is left without. */
export function withKeys(own: KeyBindings, bindings: Bindings, id: ShortcutId, keys: KeyBinding | null): KeyBindings {
  const holder = keys && holderOf(bindings, id, keys)
  return { ...own, ...(holder !== null && holder !== undefined && { [holder]: null }), [id]: keys }
}

/** A user's bindings after resetting an act. An act that got its keys since loses them. */
export function withOriginal(own: KeyBindings, id: ShortcutId, suggested: readonly SuggestedKeys[]): KeyBindings {
  const { [id]: _gone, ...rest } = own
  const original = isProductShortcut(id)
    ? productShortcuts[id].keys
    : (suggested.find((one) => one.id === id)?.keys ?? null)
  const holder = original && holderOf(resolveBindings(rest, suggested), id, original)
  return holder !== null && holder !== undefined && rest[holder] ? { ...rest, [holder]: null } : rest
}
