import { mint, type MessageId, type PluginContext } from '@recado/contracts'

/** How long a bot may read a file that a contact sent, in milliseconds. */
const readableMs = 24 * 60 * 60_000
/** A file that the channel has not fetched by then goes without, in milliseconds. */
const fetchedWithinMs = 60_000
/** How soon files that are on their way are looked for again, in milliseconds. */
const lookAgainMs = 1_500
/** Most files that a bot is told of at once: as many as its kind of service takes. */
const mostFiles = 10

type Core = Pick<PluginContext, 'core'>

/**
 * When a job looks again, because the channel is still fetching a file of these messages; undefined where nothing is
 * worth waiting for. A file is waited for until its message is a minute old, and not at all on an installation without
 * a public address, which has no addresses to tell. Used by plugins that speak for bots, before {@link heardFiles}.
 */
export async function lookAgainForFiles(
  messages: readonly string[],
  { core, publicUrl }: Core & Pick<PluginContext, 'publicUrl'>,
): Promise<Date | undefined> {
  if (!publicUrl) return undefined
  for (const id of messages) {
    const message = await core.messages.get(mint<MessageId>(id))
    if (!message || Date.now() - Date.parse(message.timestamp) > fetchedWithinMs) continue
    if (message.parts.some((part) => part.kind === 'pendingMedia' && part.state === 'fetching'))
      return new Date(Date.now() + lookAgainMs)
  }
  return undefined
}

/**
 * Addresses of the files of a contact's messages, in order, which anybody who has them can read for a day: what a bot
 * is told as `files`, ten at most. None on an installation without a public address, and of messages that are deleted.
 * Used by plugins that speak for bots.
 */
export async function heardFiles(
  messages: readonly string[],
  { core, media, publicUrl }: Core & Pick<PluginContext, 'media' | 'publicUrl'>,
): Promise<string[]> {
  if (!publicUrl) return []
  const addresses: string[] = []
  for (const id of messages) {
    const message = await core.messages.get(mint<MessageId>(id))
    if (!message || message.isDeleted) continue
    for (const part of message.parts)
      if (part.kind === 'media') addresses.push(new URL(media.sign(part.media, readableMs), publicUrl).href)
  }
  return addresses.slice(0, mostFiles)
}
