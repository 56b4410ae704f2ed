import { domainOf, withoutPlus, type Person } from '../letter/address.ts'
import { isUnread } from '../letter/automatic.ts'
import { isOfOwnDomain, looksUnanswered } from '../letter/form-sender.ts'
import type { Head } from '../letter/head.ts'
import { authorBehindList } from '../letter/mailing-list.ts'
import { isOfOneOrganisation } from '../letter/organisation.ts'

/** Sender of a mail without one. Nothing can be sent there. */
export const nobody: Person = { name: '', address: 'unknown-sender@invalid' }

/** Who is behind a mail. `isSelf`: we wrote it, to `sender`. `isFrom`: `sender` is who stands in `From`. */
export interface Written {
  readonly sender: Person
  readonly isSelf: boolean
  readonly isFrom: boolean
}

/**
 * Author of a mail. A mailing list may have put itself in the author's place, and a program that sends what somebody
 * filled in names them as the reply address. Undefined for a mail that we sent to nobody else.
 * @param asksForms whether `Reply-To` decides where a program seems to have written; it does in any case where the mail
 *   comes from one of our own addresses, since we are not our own customer
 */
export function writtenBy(
  head: Pick<Head, 'all' | 'from' | 'replyTo' | 'originalAuthors' | 'recipients' | 'inReplyTo' | 'references'>,
  own: ReadonlySet<string>,
  asksForms: boolean,
): Written | undefined {
  const { from, replyTo, recipients } = head
  const isOwn = ({ address }: Person): boolean => own.has(address) || own.has(withoutPlus(address)[0])
  const isOther = (person: Person): boolean => !isOwn(person) && !isUnread(person.address)
  const answers = replyTo.find(isOther)
  if (!from) return { sender: answers ?? nobody, isSelf: false, isFrom: false }
  const author = authorBehindList(head, isOther)
  if (author) return { sender: author, isSelf: false, isFrom: false }
  if (isOwn(from)) {
    if (answers) return { sender: answers, isSelf: false, isFrom: false }
    const to = recipients.find((each) => !isOwn(each))
    return to && { sender: to, isSelf: true, isFrom: false }
  }
  if (!answers || !asksForms || !isOfForm(head, from, answers, own))
    return { sender: from, isSelf: false, isFrom: true }
  // A program that hides a person behind an address of its own has their name in its own field.
  const isHidden = isOfOneOrganisation(domainOf(from.address), domainOf(answers.address))
  const name = answers.name || (isHidden ? from.name : '')
  return { sender: { ...answers, name }, isSelf: false, isFrom: false }
}

/**
 * Whether a program has written for the person who is to be answered. Colleagues write from our domain too: what
 * answers another mail, or is to be answered to a colleague, is theirs.
 */
const isOfForm = (
  { inReplyTo, references }: Pick<Head, 'inReplyTo' | 'references'>,
  from: Person,
  answers: Person,
  own: ReadonlySet<string>,
): boolean =>
  looksUnanswered(from.address) ||
  (isOfOwnDomain(from.address, own) &&
    !isOfOwnDomain(answers.address, own) &&
    inReplyTo.length + references.length === 0)
