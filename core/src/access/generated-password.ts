import { randomInt } from 'node:crypto'

/** Twelve letters and digits that are not mistaken for one another; fits the password rule (S5-001…005). */
export function generatedPassword(): string {
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789']
  const pick = (from: string): string => from[randomInt(from.length)]!
  const letters = [...kinds.map(pick), ...Array.from({ length: 9 }, () => pick(kinds.join('')))]
  for (let at = letters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[letters[at], letters[other]] = [letters[other]!, letters[at]!]
  }
  return letters.join('')
}
