/** An id that none of these has. */
export function nextId(items: readonly { readonly id: string }[], prefix: string): string {
  let at = items.length + 1
  while (items.some(({ id }) => id === `${prefix}${at}`)) at++
  return `${prefix}${at}`
}
