import type { ChatDescription, ExternalChatId } from '@recado/sdk'
import type { WASocket } from 'baileys'
import { isGroup } from '../inbound/jid.ts'
import { isNewsletter, isUpdate } from '../inbound/updates.ts'
import { pictureRef } from '../media/picture.ts'

const limitMs = 10_000

async function nameOf(socket: WASocket, chat: ExternalChatId): Promise<string | undefined> {
  if (isGroup(chat)) return (await socket.groupMetadata(chat)).subject
  if (!isNewsletter(chat)) return undefined
  // What Baileys passes on here is what the server says, not what its types say.
  const told = (await socket.newsletterMetadata('jid', chat)) as unknown as NewsletterTold | null
  return told?.thread_metadata?.name?.text ?? undefined
}

interface NewsletterTold {
  readonly thread_metadata?: { readonly name?: { readonly text?: string } }
}

/**
 * The picture of a person or a group, and the name of a group or a channel of WhatsApp; names of people come with their
 * messages. Who shows their picture to contacts alone is refused, as one who has none.
 *
 * @throws where the line ended before an answer
 */
export async function describe(socket: WASocket, chat: ExternalChatId): Promise<ChatDescription> {
  const refused = (error: unknown): undefined => {
    if (!socket.ws.isOpen) throw error
  }
  const [name, picture] = await Promise.all([
    nameOf(socket, chat).catch(refused),
    isUpdate(chat) ? undefined : socket.profilePictureUrl(chat, 'preview', limitMs).catch(refused),
  ])
  const ref = picture === undefined ? undefined : pictureRef(picture)
  return { ...(name && { name }), ...(ref !== undefined && { picture: ref }) }
}
