/**
 * Form-like fields of a query string or a multipart body, as schemas expect them. `tag[]=a&tag[]=b` and `tag=a&tag=b`
 * are both a list; a single `tag=a` is a list only where the schema asks for one.
 */
export function collectFields(
  entries: Iterable<readonly [string, string]>,
  listKeys: ReadonlySet<string>,
): Record<string, string | string[]> {
  const lists = new Map<string, string[]>()
  for (const [rawKey, value] of entries) {
    const key = rawKey.endsWith('[]') ? rawKey.slice(0, -2) : rawKey
    const known = lists.get(key)
    if (known) known.push(value)
    else lists.set(key, [value])
  }
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [key, values] of lists) fields[key] = values.length > 1 || listKeys.has(key) ? values : values[0]!
  return { ...fields }
}
