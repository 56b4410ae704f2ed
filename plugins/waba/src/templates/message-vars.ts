/* Encoding of a template's values in `vars` of a template part: a variable of the body under its own number or name,
   every other value under a prefix with a dot, which no variable's name can hold. Free of any library: picker and
   adapter both use it. */

/** Key of the value for a variable of a text header. */
export const headerKey = (variable: string): string => `header.${variable}`
/**
 * Key of what a button takes: the rest of its address, or the code that is copied. `index` counts all buttons from 0.
 */
export const buttonKey = (index: number, takes: 'url' | 'code'): string => `button.${index}.${takes}`
/** Keys of a header that is a place: degrees as text, name and address as the contact reads them. */
export const locationKeys = {
  latitude: 'header.latitude',
  longitude: 'header.longitude',
  name: 'header.name',
  address: 'header.address',
} as const

const buttonPattern = /^button\.(\d+)\.(url|code)$/

export interface ReadVars {
  readonly body: readonly (readonly [variable: string, value: string])[]
  readonly header: readonly (readonly [variable: string, value: string])[]
  readonly location:
    | { readonly latitude: string; readonly longitude: string; readonly name?: string; readonly address?: string }
    | undefined
  readonly buttons: readonly { readonly index: number; readonly takes: 'url' | 'code'; readonly value: string }[]
}

const isNumber = (variable: string): boolean => /^\d+$/.test(variable)
/** Numbers are in their order, independent of the order of the keys; names are found by their name. */
const inOrder = (entries: [string, string][]): [string, string][] =>
  entries.toSorted(([a], [b]) => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : 0))

/** Takes the values apart again. */
export function readVars(vars: Readonly<Record<string, string>>): ReadVars {
  const entries = Object.entries(vars)
  const { latitude, longitude, name, address } = Object.fromEntries(
    Object.entries(locationKeys).map(([part, key]) => [part, vars[key]]),
  )
  const isPlace = latitude !== undefined && longitude !== undefined
  return {
    body: inOrder(entries.filter(([key]) => !key.includes('.'))),
    header: isPlace
      ? []
      : inOrder(
          entries
            .filter(([key]) => key.startsWith('header.'))
            .map(([key, value]) => [key.slice('header.'.length), value]),
        ),
    location: isPlace
      ? { latitude, longitude, ...(name !== undefined && { name }), ...(address !== undefined && { address }) }
      : undefined,
    buttons: entries
      .flatMap(([key, value]) => {
        const [, index, takes] = buttonPattern.exec(key) ?? []
        return index === undefined ? [] : [{ index: Number(index), takes: takes as 'url' | 'code', value }]
      })
      .toSorted((a, b) => a.index - b.index),
  }
}
