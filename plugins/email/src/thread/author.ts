import { withoutPlus, type Person } from '../letter/address.ts'
import { isUnread } from '../letter/automatic.ts'
import type { Head } from '../letter/head.ts'
import { authorBehindList } from '../letter/mailing-list.ts'

/** Sender of a mail without one. Nothing can be sent there. */
export const nobody: Person = { name: '', address: 'unknown-sender@invalid' }

/** Who is behind a mail. `isSelf`: we wrote it, to `sender`. `isFrom`: `sender` is who stands in `From`. */
export interface Written {
  readonly sender: Person
  readonly isSelf: boolean
  readonly isFrom: boolean
}

/**
 * Author of a mail. A mailing list may have put itself in the author's place. A form on the company's site sends from
 * the company's own address and names the customer as the reply address; so does a system with an unread address.
 * Undefined for a mail that we sent to nobody else.
 */
export function writtenBy(
  head: Pick<Head, 'all' | 'from' | 'replyTo' | 'originalAuthors' | 'recipients'>,
  own: ReadonlySet<string>,
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
  return isUnread(from.address) && answers
    ? { sender: { ...answers, name: answers.name || from.name }, isSelf: false, isFrom: false }
    : { sender: from, isSelf: false, isFrom: true }
}
