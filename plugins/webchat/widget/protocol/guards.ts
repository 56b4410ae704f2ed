/* Checks of plain data, a few bytes each: the loader is on other people's pages and cannot bring a library along. */

export type Guard<T> = (value: unknown) => value is T
export type Shape<G> = G extends Guard<infer T> ? T : never

type OptionalKeys<S> = { [K in keyof S]: undefined extends Shape<S[K]> ? K : never }[keyof S]
type ObjectOf<S> = { [K in Exclude<keyof S, OptionalKeys<S>>]: Shape<S[K]> } & { [K in OptionalKeys<S>]?: Shape<S[K]> }

export const text =
  (max: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= max
export const bool: Guard<boolean> = (value): value is boolean => typeof value === 'boolean'
export const count: Guard<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0
export const oneOf =
  <const T extends string>(...options: T[]): Guard<T> =>
  (value): value is T =>
    options.includes(value as T)
export const optional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value)

/** An object with these keys, whatever else it has: a newer server may say more. */
export const record =
  <const S extends Record<string, Guard<unknown>>>(shape: S): Guard<ObjectOf<S>> =>
  (value): value is ObjectOf<S> =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([key, guard]) => guard((value as Record<string, unknown>)[key]))

/** A plain object with exactly these keys; a key that may be undefined may be missing. */
export const object =
  <const S extends Record<string, Guard<unknown>>>(shape: S): Guard<ObjectOf<S>> =>
  (value): value is ObjectOf<S> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => Object.hasOwn(shape, key)) &&
    Object.entries(shape).every(([key, guard]) => guard((value as Record<string, unknown>)[key]))
