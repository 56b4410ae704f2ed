import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put, putOnce } from './put.ts'

/** A group of colleagues in which the owner wrote, and quoted a conversation. */
export async function chatOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  colleague: string,
  { media, ticket, contact }: { media: string; ticket: string; contact: string },
) {
  const tenant_id = tenant.id
  const [chat, chatMessage] = [newId(), newId()]
  await put(sql, 'plg_internal_chat.chat', { tenant_id, id: chat, kind: 'group', name: `Equipe ${word}`, last_seq: 1 })
  await put(sql, 'plg_internal_chat.member', [
    { tenant_id, chat_id: chat, user_id: user.id, is_admin: true },
    { tenant_id, chat_id: chat, user_id: colleague, is_admin: false },
  ])
  await put(sql, 'plg_internal_chat.message', {
    tenant_id,
    chat_id: chat,
    seq: 1,
    id: chatMessage,
    user_id: user.id,
    key: randomUUID(),
    content: `Recado ${word}`,
    quote_ticket_id: ticket,
    quote_contact_id: contact,
  })
  await put(sql, 'plg_internal_chat.reaction', { tenant_id, message_id: chatMessage, user_id: colleague, emoji: '👍' })
  await putOnce(sql, 'plg_internal_chat.file', {
    tenant_id,
    media_id: media,
    chat_id: chat,
    user_id: user.id,
    message_id: chatMessage,
    mime: 'text/plain',
    bytes: 3,
    name: `${word}.txt`,
  })
  return { chat, chatMessage }
}
