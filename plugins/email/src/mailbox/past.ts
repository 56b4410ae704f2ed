import type { BackfillPage, BackfillQuery, InboundMessage } from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import { eventsOf, type Desk } from './arrival.ts'
import { fetchMails } from './fetch.ts'
import { searchUids } from './imap.ts'

const pageSize = 25
const dayMs = 86_400_000

/**
 * The folder's mails of a time, oldest first. The cursor is the last uid, and invalid once the mailbox has a new
 * validity: then it begins again.
 */
export async function* pastOf(
  desk: Desk,
  client: () => ImapFlow,
  { since, until, cursor }: BackfillQuery,
  signal: AbortSignal,
): AsyncIterable<BackfillPage> {
  const { folder } = desk.ctx.config
  const open = client()
  const first = await open.getMailboxLock(folder)
  let validity: string
  let uids: number[]
  try {
    validity = open.mailbox === false ? '' : String(open.mailbox.uidValidity)
    // The server compares days, so one more on either side; the exact time is compared below.
    const end = until.getTime() + 2 * dayMs
    uids = await searchUids(open, {
      since: new Date(since.getTime() - dayMs),
      ...(end < Date.now() && { before: new Date(end) }),
    })
  } finally {
    first.release()
  }
  const [, cursorValidity, cursorUid] = /^(\d+)\/(\d+)$/.exec(cursor ?? '') ?? []
  const rest = cursorValidity === validity ? uids.filter((uid) => uid > Number(cursorUid)) : uids
  for (let at = 0; at < rest.length && !signal.aborted; at += pageSize) {
    const page = rest.slice(at, at + pageSize)
    const events: InboundMessage[] = []
    const lock = await client().getMailboxLock(folder)
    try {
      for (const mail of await fetchMails(client(), page)) {
        for (const event of await eventsOf(desk, client(), mail, validity, 'history')) {
          const time = event.at?.getTime() ?? mail.arrived?.getTime() ?? 0
          if (event.type === 'message' && time >= since.getTime() && time <= until.getTime()) events.push(event)
        }
      }
    } finally {
      lock.release()
    }
    yield {
      events,
      cursor: `${validity}/${page.at(-1)}`,
      progress: (uids.length - rest.length + at + page.length) / uids.length,
    }
    await desk.memory.keep()
  }
}
