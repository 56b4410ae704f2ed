import type { MediaId, MediaInfo, PluginTransaction, TenantId, UserId } from '@recado/sdk'
import { rowsOf } from '../sql.ts'

/** Keeps a file that its author may send in this chat. */
export const insertFile = async (
  tx: PluginTransaction,
  tenant: TenantId,
  file: MediaInfo & { readonly chatId: string; readonly userId: UserId; readonly seconds: number | null },
): Promise<void> => {
  await tx.query(
    `insert into plg_internal_chat.file (tenant_id, media_id, chat_id, user_id, name, mime, bytes, seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenant, file.id, file.chatId, file.userId, file.name, file.mime, file.bytes, file.seconds],
    'object',
  )
}

/** Gives waiting files of the author to their message; answers how many of them there were. */
export const attachFiles = async (
  tx: PluginTransaction,
  tenant: TenantId,
  message: { readonly id: string; readonly chatId: string; readonly userId: UserId },
  files: readonly MediaId[],
): Promise<number> =>
  files.length === 0
    ? 0
    : (
        await rowsOf(
          tx,
          `update plg_internal_chat.file f set message_id = $2, position = w.at
             from unnest($5::uuid[]) with ordinality as w (id, at)
            where f.tenant_id = $1 and f.media_id = w.id and f.chat_id = $3 and f.user_id = $4 and f.message_id is null
           returning f.media_id`,
          [tenant, message.id, message.chatId, message.userId, files],
        )
      ).length

/** Those of these files that a chat keeps. */
export const keptFiles = async (
  tx: PluginTransaction,
  tenant: TenantId,
  media: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await rowsOf<{ id: MediaId }>(
      tx,
      `select media_id as id from plg_internal_chat.file where tenant_id = $1 and media_id = any ($2::uuid[])`,
      [tenant, media],
    )
  ).map(({ id }) => id)

/** Files of these messages and of the threads under them. */
export const filesOf = async (
  tx: PluginTransaction,
  tenant: TenantId,
  messages: readonly string[],
): Promise<MediaId[]> =>
  (
    await rowsOf<{ id: MediaId }>(
      tx,
      `select f.media_id as id from plg_internal_chat.file f
        where f.tenant_id = $1 and f.message_id = any ($2::uuid[])
       union
       select f.media_id from plg_internal_chat.chat c
         join plg_internal_chat.file f on f.tenant_id = c.tenant_id and f.chat_id = c.id
        where c.tenant_id = $1 and c.parent_id = any ($2::uuid[])`,
      [tenant, messages],
    )
  ).map(({ id }) => id)

/** Files that nobody has sent within a day. */
export const unsentFiles = async (tx: PluginTransaction, tenant: TenantId): Promise<MediaId[]> =>
  (
    await rowsOf<{ id: MediaId }>(
      tx,
      `select media_id as id from plg_internal_chat.file
        where tenant_id = $1 and message_id is null and created_at < now() - interval '1 day'`,
      [tenant],
    )
  ).map(({ id }) => id)

/** Forgets these files where they still have no message. */
export const forgetUnsent = async (
  tx: PluginTransaction,
  tenant: TenantId,
  files: readonly MediaId[],
): Promise<void> => {
  await tx.query(
    `delete from plg_internal_chat.file where tenant_id = $1 and message_id is null and media_id = any ($2::uuid[])`,
    [tenant, files],
    'object',
  )
}
