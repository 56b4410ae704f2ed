import { ChannelError, type ChatDescription, type ExternalChatId } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { ChatFacts } from '../api/results.ts'

/** Name and picture of a person or a group; nothing of a chat that the bot is not in. */
export async function describe(
  api: Api,
  chat: ExternalChatId,
  signal: AbortSignal,
): Promise<ChatDescription | undefined> {
  try {
    const {
      title,
      first_name: first,
      last_name: last,
      photo,
    } = await api.call('getChat', ChatFacts, { chat_id: chat }, signal)
    const name = title ?? [first, last].filter(Boolean).join(' ')
    return { ...(name && { name }), ...(photo && { picture: photo.big_file_id }) }
  } catch (error) {
    if (ChannelError.is(error) && ['notFound', 'invalidRecipient', 'blocked'].includes(error.kind)) return undefined
    throw error
  }
}
