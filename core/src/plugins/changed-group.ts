import type { OperationInput, UploadedFile } from '@recado/contracts'
import type { ContactChanges } from '../contacts/contact-changes.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from '../media/media.ts'

interface FollowParts {
  readonly db: Database
  readonly media: Pick<MediaStore, 'open'>
  readonly changes: () => Pick<ContactChanges, 'follow'>
}

/**
 * Lists and open conversations call a group what it is called from now on. Providers do not tell a session of a change
 * that came from itself. Nothing happens for a group without a conversation.
 */
export async function followGroup(
  { db, media, changes }: FollowParts,
  tenantId: string,
  connectionId: string,
  { chat, name, picture }: OperationInput<'groups.change'>,
): Promise<void> {
  if (name === undefined && picture === undefined) return
  const [[group]] = await db.read(tenantId, (sql) => [
    sql<{ id: string }>`
      select contact_id as id from core.ticket
       where tenant_id = ${tenantId} and connection_id = ${connectionId} and chat = ${chat} limit 1`,
  ])
  if (!group) return
  await changes().follow(tenantId, group.id, {
    ...(name !== undefined && { name }),
    ...(picture !== undefined && { picture: picture === null ? null : await pictureOf(media, tenantId, picture) }),
  })
}

async function pictureOf(media: FollowParts['media'], tenantId: string, id: string): Promise<UploadedFile> {
  const { stream, mime } = await media.open(tenantId, id)
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return { field: 'picture', name: 'picture', claimed: mime, mime, bytes }
}
