import type { ImapFlow } from 'imapflow'
import type { StateStore } from '@recado/sdk'
import { searchUids } from './imap.ts'

/** Read position of a mailbox. Mails below `liveFrom` were there before the channel was, and are history. */
export interface Position {
  readonly validity: string
  readonly lastUid: number
  readonly liveFrom: number
}

const key = 'position'
/** A mailbox with a new validity is read again from this long ago; known mails have no effect. */
const rereadMs = 7 * 86_400_000

export const savePosition = (state: StateStore, position: Position): Promise<boolean> => state.set(key, position)

/** Position from which to go on, for a selected mailbox. History is imported only if a date was set. */
export async function positionOf(
  client: ImapFlow,
  state: StateStore,
  importSince: string | undefined,
): Promise<Position> {
  const mailbox = client.mailbox
  if (mailbox === false) throw new Error('no folder is open')
  const validity = String(mailbox.uidValidity)
  const kept = await state.get<Position>(key)
  if (kept?.validity === validity) return kept
  const next = await nextUid(client, mailbox.uidNext)
  const since = kept
    ? new Date(Date.now() - rereadMs)
    : importSince === undefined
      ? undefined
      : new Date(`${importSince}T00:00:00Z`)
  const first = since === undefined ? undefined : (await searchUids(client, { since }))[0]
  // After a new validity every mail is live again: new ones among them must not be missed.
  const position = { validity, lastUid: (first ?? next) - 1, liveFrom: kept ? 1 : next }
  await savePosition(state, position)
  return position
}

async function nextUid(client: ImapFlow, given: number): Promise<number> {
  if (given > 0) return given
  return ((await searchUids(client, { all: true })).at(-1) ?? 0) + 1
}
