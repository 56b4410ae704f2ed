import type { ImapFlow } from 'imapflow'
import { ChannelError, type RemoteFile } from '@recado/sdk'
import { assertConnected, imapTrouble, searchUids } from './imap.ts'
import { readReference, wholeMail } from './reference.ts'

const gone = (): ChannelError =>
  new ChannelError({ kind: 'notFound', code: 'GONE', message: 'the mail is no longer in the mailbox', certain: true })

/** Reads a part on demand, in small pieces; stopping to read stops the transfer. */
export async function downloadPart(
  client: ImapFlow,
  uid: number,
  part: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { content } = await client.download(String(uid), part === wholeMail ? undefined : part, { uid: true })
  if (!content) assertConnected(client)
  return content
}

/** The bytes behind a reference; a mail with a new uid is found by its Message-ID. */
export async function openFile(
  client: ImapFlow,
  folder: string,
  ref: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const reference = readReference(ref)
  if (!reference) throw gone()
  try {
    const lock = await client.getMailboxLock(folder)
    try {
      const isSame = client.mailbox !== false && String(client.mailbox.uidValidity) === reference.validity
      const stream = isSame ? await downloadPart(client, reference.uid, reference.part) : undefined
      const found = stream ?? (await again(client, reference.messageId, reference.part))
      if (!found) throw gone()
      signal.addEventListener(
        'abort',
        () => void (found as AsyncIterable<Uint8Array> & { destroy?(): void }).destroy?.(),
        { once: true },
      )
      return { stream: found }
    } finally {
      lock.release()
    }
  } catch (error) {
    throw ChannelError.is(error) ? error : imapTrouble(error)
  }
}

async function again(
  client: ImapFlow,
  messageId: string,
  part: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (messageId === '') return undefined
  const uid = (await searchUids(client, { header: { 'message-id': `<${messageId}>` } })).at(-1)
  return uid === undefined ? undefined : downloadPart(client, uid, part)
}
