import type { ContactFootprint, MediaId, UserId } from '@recado/sdk'
import { groupsWith, lockChat, membersOf, setMembers } from './chats/chat-store.ts'
import type { Context } from './context.ts'
import { withAdmin } from './members/members.ts'
import { filesOf, keptFiles } from './messages/file-store.ts'
import { withNames } from './messages/mentions.ts'
import { emptyMessages, messagesAbout } from './messages/message-store.ts'

/** What colleagues wrote about a conversation of a contact that they quoted. */
export async function exportContact({ db, tenant }: Context, { contacts }: ContactFootprint): Promise<unknown> {
  const rows = await db.transaction((tx) => messagesAbout(tx, tenant, contacts))
  return rows.length === 0
    ? undefined
    : {
        // The mentioned colleagues are no data of the contact.
        messages: rows.map(({ content, ticketId, createdAt }) => ({
          content: withNames(content, []),
          ticketId,
          createdAt,
        })),
      }
}

/** Messages that quote a conversation of the contact lose the quotation and their words. */
export const forgetContact = ({ db, tenant, media }: Context, { contacts }: ContactFootprint): Promise<void> =>
  db.transaction(async (tx) => {
    const about = (await messagesAbout(tx, tenant, contacts)).map(({ id }) => id)
    await media.release(await filesOf(tx, tenant, about))
    await emptyMessages(tx, tenant, about)
  })

export const heldMedia = ({ db, tenant }: Context, media: readonly MediaId[]): Promise<MediaId[]> =>
  db.transaction((tx) => keptFiles(tx, tenant, media))

/** Who left the company is in no group any more; each keeps an administrator. Direct chats stay, to be read. */
export async function userDeleted({ userId }: { userId: UserId }, { db, tenant }: Context): Promise<void> {
  for (const chat of await db.transaction((tx) => groupsWith(tx, tenant, userId)))
    await db.transaction(async (tx) => {
      await lockChat(tx, tenant, chat)
      const members = (await membersOf(tx, tenant, chat)).filter((member) => member.userId !== userId)
      await setMembers(tx, tenant, chat, withAdmin(members))
    })
}
