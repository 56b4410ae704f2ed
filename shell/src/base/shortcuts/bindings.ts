import { reservationOf, type KeyBinding, type KeyBindings, type KeyReservation } from '../contracts.ts'
import { sameKeys } from './keys.ts'
import { groupOf, isProductShortcut, productShortcuts, type ShortcutId } from './product-shortcuts.ts'

/** A plugin's command and the keys it would like. */
export interface SuggestedKeys {
  readonly id: `${string}/${string}`
  readonly keys: KeyBinding | null
}
/** Which keys stand for which act; null for an act without. */
export type Bindings = ReadonlyMap<string, KeyBinding | null>

/** Whether two acts can hear the same keys: in a text field only those that hold Ctrl reach the rest of the screen. */
const meet = (a: string, b: string, keys: KeyBinding): boolean =>
  keys.mod === true || (groupOf(a) === 'writing') === (groupOf(b) === 'writing')

/** The act that has these keys already, if another can hear them too. */
export const holderOf = (bindings: Bindings, id: string, keys: KeyBinding): string | undefined =>
  [...bindings].find(
    ([other, held]) => other !== id && held !== null && sameKeys(held, keys) && meet(id, other, keys),
  )?.[0]

/**
 * The keys that hold: what the user set, then the product's own, then what plugins suggest. Keys stand for one act; who
 * comes later and finds them taken has none, so that a plugin never takes any away.
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

/** What a user has set after giving an act other keys, or none; whoever had them is left without. */
export function withKeys(own: KeyBindings, bindings: Bindings, id: ShortcutId, keys: KeyBinding | null): KeyBindings {
  const holder = keys && holderOf(bindings, id, keys)
  return { ...own, ...(holder !== null && holder !== undefined && { [holder]: null }), [id]: keys }
}

/** What a user has set after an act went back to how it came. Whoever was given its keys since loses them. */
export function withOriginal(own: KeyBindings, id: ShortcutId, suggested: readonly SuggestedKeys[]): KeyBindings {
  const { [id]: _gone, ...rest } = own
  const original = isProductShortcut(id)
    ? productShortcuts[id].keys
    : (suggested.find((one) => one.id === id)?.keys ?? null)
  const holder = original && holderOf(resolveBindings(rest, suggested), id, original)
  return holder !== null && holder !== undefined && rest[holder] ? { ...rest, [holder]: null } : rest
}
