import type { ChatDescription, ExternalChatId } from '@recado/sdk'
import type { WASocket } from 'baileys'
import { isGroup } from '../inbound/jid.ts'
import { pictureRef } from '../media/picture.ts'

const limitMs = 10_000

/**
 * The picture of a person or a group, and the subject of a group; names of people come with their messages. Who shows
 * their picture to contacts alone is refused, as one who has none. @throws where the line ended before an answer
 */
export async function describe(socket: WASocket, chat: ExternalChatId): Promise<ChatDescription> {
  const refused = (error: unknown): undefined => {
    if (!socket.ws.isOpen) throw error
  }
  const [name, picture] = await Promise.all([
    isGroup(chat) ? socket.groupMetadata(chat).then(({ subject }) => subject, refused) : undefined,
    socket.profilePictureUrl(chat, 'preview', limitMs).catch(refused),
  ])
  const ref = picture === undefined ? undefined : pictureRef(picture)
  return { ...(name && { name }), ...(ref !== undefined && { picture: ref }) }
}
