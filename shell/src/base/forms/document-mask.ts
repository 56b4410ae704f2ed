/**
 * Puts points, dash and slash of a CPF or CNPJ where they belong, as far as it is typed. Letters make it a CNPJ, and so
 * does a twelfth sign.
 */
export function maskDocument(text: string): string {
  const bare = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 14)
  const [groups, marks] = /^\d{0,11}$/.test(bare)
    ? [
        [3, 3, 3, 2],
        ['.', '.', '-'],
      ]
    : [
        [2, 3, 3, 4, 2],
        ['.', '.', '/', '-'],
      ]
  let at = 0
  return groups
    .map((length) => bare.slice(at, (at += length)))
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : `${marks[index - 1]}${part}`))
    .join('')
}
