/** The first letters of the first and the last word of a name; empty for one without letters. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? [])
  const [first = ''] = letters
  return (first + (letters.length > 1 ? letters.at(-1)! : '')).toUpperCase()
}
