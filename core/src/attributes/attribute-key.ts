const longest = 40

/**
 * A name for programs made of words for people: `Data de adesão` is `data_de_adesao`. Numbered where it is taken, and
 * `fallback` where the words have no letter that it could be made of.
 */
export function keyOf(label: string, taken: ReadonlySet<string>, fallback: string): string {
  const plain = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const key = (/^[a-z]/.test(plain) ? plain : plain === '' ? fallback : `${fallback}_${plain}`)
    .slice(0, longest)
    .replace(/_+$/, '')
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`
    const numbered = `${key.slice(0, longest - ending.length)}${ending}`
    if (!taken.has(numbered)) return numbered
  }
}
