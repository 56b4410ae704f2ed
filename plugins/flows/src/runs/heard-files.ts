import { mint, type MessageId } from '@recado/sdk'
import type { RunContext } from './jobs.ts'

/** How long a bot may read a file that a contact sent, in milliseconds. */
const readableMs = 24 * 60 * 60_000
/** A file that the channel has not fetched by then goes without, in milliseconds. */
const fetchedWithinMs = 60_000
/** Most files that a bot is told of at once: as many as its kind of service takes. */
const mostFiles = 10

type Context = Pick<RunContext, 'core' | 'media' | 'publicUrl'>

/** Whether files of a message are still on their way, and worth waiting for. */
export async function areOnTheirWay(messageId: string, { core }: Context): Promise<boolean> {
  const message = await core.messages.get(mint<MessageId>(messageId))
  if (!message || Date.now() - Date.parse(message.timestamp) > fetchedWithinMs) return false
  return message.parts.some((part) => part.kind === 'pendingMedia' && part.state === 'fetching')
}

/**
 * Addresses of the files of a contact's message, which anybody who has them can read for a day. None where the
 * installation has no public address.
 */
export async function addressesOf(messageId: string, { core, media, publicUrl }: Context): Promise<string[]> {
  const message = publicUrl && (await core.messages.get(mint<MessageId>(messageId)))
  if (!message || message.isDeleted) return []
  return message.parts
    .flatMap((part) => (part.kind === 'media' ? [new URL(media.sign(part.media, readableMs), publicUrl).href] : []))
    .slice(0, mostFiles)
}
