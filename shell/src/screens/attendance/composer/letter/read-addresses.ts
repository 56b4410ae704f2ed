import { isEmailAddress, type LetterAddress } from '../../../../base/contracts.ts'

export interface ReadAddresses {
  readonly people: readonly LetterAddress[]
  /** What is no address, as it was written. */
  readonly rest: string
}

/** Addresses in what somebody typed or pasted: `Ana <ana@x.test>; bia@x.test`, one or many, on one line or several. */
export function readAddresses(written: string): ReadAddresses {
  const people: LetterAddress[] = []
  const rest: string[] = []
  for (const piece of written.split(/[,;\n\t]+/)) {
    const [, name = '', named] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(piece) ?? []
    const found = named === undefined ? piece.split(/\s+/).filter((word) => word !== '') : [named.trim()]
    for (const word of found)
      if (!isEmailAddress(word)) rest.push(word)
      else people.push({ address: word, ...(name !== '' && { name: name.slice(0, 200) }) })
  }
  return { people, rest: rest.join(' ') }
}

/** The people of both lists, each address once. */
export const together = (
  known: readonly LetterAddress[],
  added: readonly LetterAddress[],
): readonly LetterAddress[] => [
  ...new Map([...known, ...added].map((person) => [person.address.toLowerCase(), person])).values(),
]
