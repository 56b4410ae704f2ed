/**
 * Address of a file that a message of the old system names: an address as it is, and a name below the address of the
 * files. Undefined where neither is one.
 */
export function fileAddress(named: string | null, files: string | undefined): URL | undefined {
  if (named === null || named.trim() === '') return undefined
  const whole = /^https?:\/\//i.test(named)
  if (!whole && files === undefined) return undefined
  const text = whole ? named.trim() : `${files!.replace(/\/+$/, '')}/${pathOf(named)}`
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Segments of a path, encoded once. What would lead out of the folder is left out. */
const pathOf = (name: string): string =>
  name
    .trim()
    .split('/')
    .map((segment) => decoded(segment).toWellFormed())
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map(encodeURIComponent)
    .join('/')

const longestName = 250

/** Name of the file at an address; null without one. */
export const fileNameOf = ({ pathname }: URL): string | null =>
  decoded(pathname.split('/').at(-1) ?? '').slice(0, longestName) || null

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
