/** Longest slug, in characters. */
const longest = 80
const radix = 36

/** The words of a title as they stand in an address: without accents, in lower case, with hyphens between them. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  if (slug.length <= longest) return slug
  const within = slug.slice(0, longest + 1)
  const cut = within.lastIndexOf('-')
  return cut > 0 ? within.slice(0, cut) : [...slug].join('').slice(0, longest)
}

/**
 * The last part of an article's address: its slug, and the first half of its id, which no two articles share that are
 * not written in the same quarter of a microsecond.
 */
export function addressOf({ id, title }: { readonly id: string; readonly title: string }): string {
  const short = BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`).toString(radix)
  return [slugOf(title), short].filter(Boolean).join('-')
}

/** The ids that an address may mean, from the first to the last; undefined for what is no address. */
export function idsAt(address: string): readonly [first: string, last: string] | undefined {
  const short = /(?:^|-)([0-9a-z]{1,13})$/.exec(address)?.[1]
  if (short === undefined) return undefined
  const number = [...short].reduce((sum, digit) => sum * BigInt(radix) + BigInt(Number.parseInt(digit, radix)), 0n)
  const half = number.toString(16).padStart(16, '0')
  if (half.length > 16) return undefined
  const front = `${half.slice(0, 8)}-${half.slice(8, 12)}-${half.slice(12)}`
  return [`${front}-0000-000000000000`, `${front}-ffff-ffffffffffff`]
}

/** The last part of a category's address: its slug, and of a name without letters and digits the name itself. */
export const categoryAddressOf = (category: string): string => slugOf(category) || category
