import {
  mint,
  type ChannelContact,
  type ChannelContactPage,
  type ChannelContactQuery,
  type ExternalUserId,
} from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import { isVouchedFor } from '../letter/authentic.ts'
import { isAutomatic, isUnread } from '../letter/automatic.ts'
import { nobody, writtenBy } from '../thread/author.ts'
import type { Desk } from './arrival.ts'
import { fetchMails, type Mail } from './fetch.ts'
import { searchUids } from './imap.ts'

const pageSize = 100
/** Limit of the examined mails, the newest: an earlier sender is hardly a contact any more. */
const maxMails = 20_000

/**
 * Senders of the folder's mails, the newest first, each address once, with the recipients of our own mails there.
 * Machines, lists and unread addresses are left out. Only headers are read. The cursor is the last uid, and invalid
 * once the mailbox has a new validity: then it begins again.
 */
export async function* peopleOf(
  { ctx, own }: Pick<Desk, 'ctx' | 'own'>,
  client: () => ImapFlow,
  { cursor }: ChannelContactQuery,
  signal: AbortSignal,
): AsyncIterable<ChannelContactPage> {
  const { folder } = ctx.config
  const open = client()
  const first = await open.getMailboxLock(folder)
  let validity: string
  let uids: number[]
  try {
    validity = open.mailbox === false ? '' : String(open.mailbox.uidValidity)
    uids = (await searchUids(open, { all: true })).toReversed().slice(0, maxMails)
  } finally {
    first.release()
  }
  const [, cursorValidity, cursorUid] = /^(\d+)\/(\d+)$/.exec(cursor ?? '') ?? []
  const rest = cursorValidity === validity ? uids.filter((uid) => uid < Number(cursorUid)) : uids
  const seen = new Set<string>()
  for (let at = 0; at < rest.length && !signal.aborted; at += pageSize) {
    const page = rest.slice(at, at + pageSize)
    const lock = await client().getMailboxLock(folder)
    let mails: Mail[]
    try {
      mails = await fetchMails(client(), page)
    } finally {
      lock.release()
    }
    const contacts = mails
      .toReversed()
      .flatMap((mail) => personOf(mail, own, ctx.config) ?? [])
      .filter(({ id }) => !seen.has(id) && seen.add(id))
    yield {
      contacts,
      cursor: `${validity}/${page.at(-1)}`,
      progress: (uids.length - rest.length + at + page.length) / uids.length,
    }
  }
}

function personOf(
  { head, outline }: Mail,
  own: ReadonlySet<string>,
  { imapHost, trustedServer, formReplyTo }: Desk['ctx']['config'],
): ChannelContact | undefined {
  const written = writtenBy(head, own, formReplyTo)
  if (!written || written.sender === nobody) return undefined
  const {
    sender: { name, address },
    isSelf,
    isFrom,
  } = written
  if (isUnread(address) || (!isSelf && isAutomatic(head, outline.type))) return undefined
  return {
    id: mint<ExternalUserId>(address),
    name: name || address,
    email: address,
    verified: isFrom && !isSelf && isVouchedFor(head, imapHost, trustedServer),
  }
}
