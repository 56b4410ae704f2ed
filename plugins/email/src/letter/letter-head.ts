import type { LetterHeadPart } from '@recado/sdk'
import { withoutPlus, type Person } from './address.ts'
import type { Head } from './head.ts'

/** A message keeps so many people of each field. */
const maxPeople = 50

/** Whether an address is one of the mailbox, with or without a part behind a plus. */
export const isOwn = (own: ReadonlySet<string>, address: string): boolean =>
  own.has(address) || own.has(withoutPlus(address)[0])

/**
 * The head of a mail as the thread shows it: a subject that is new, and the people that it went to beside the mailbox
 * and its sender. Undefined where nothing is left to say.
 */
export function letterHeadOf(
  { to, cc }: Pick<Head, 'to' | 'cc'>,
  subject: string | undefined,
  isKnown: (address: string) => boolean,
): LetterHeadPart | undefined {
  const [directly, copies] = [to, cc].map((people) => people.filter(({ address }) => !isKnown(address)).map(addressOf))
  if (subject === undefined && directly!.length + copies!.length === 0) return undefined
  return {
    kind: 'letterHead',
    ...(subject !== undefined && { subject: subject.slice(0, 1_000) }),
    ...(directly!.length > 0 && { to: directly!.slice(0, maxPeople) }),
    ...(copies!.length > 0 && { cc: copies!.slice(0, maxPeople) }),
  }
}

const addressOf = ({ name, address }: Person) => ({
  address: address.slice(0, 320),
  ...(name !== '' && name !== address && { name }),
})
