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
    const [, name = '', named = ''] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(piece) ?? []
    const address = named.trim()
    if (isEmailAddress(address)) people.push({ address, ...(name !== '' && { name: name.slice(0, 200) }) })
    else
      for (const word of piece.split(/\s+/).filter((each) => each !== ''))
        if (isEmailAddress(word)) people.push({ address: word })
        else rest.push(word)
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
