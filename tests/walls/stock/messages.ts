import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Messages of a ticket, with their files and how they are sent. */
export async function messagesOf(
  sql: Sql,
  { tenant, user, word }: StockOwner,
  { connection, contact, ticket }: { connection: string; contact: string; ticket: string },
) {
  const [message, contactMessage, media, scheduled] = [newId(), newId(), newId(), newId()]
  const tenant_id = tenant.id
  await put(sql, 'core.media', { id: media, tenant_id, name: `${word}.txt`, mime: 'text/plain', bytes: 3 })
  const uploaded = newId()
  await put(sql, 'core.media', { id: uploaded, tenant_id, name: `${word}.txt`, mime: 'text/plain', bytes: 3 })
  await put(sql, 'core.upload', { tenant_id, media_id: uploaded, user_id: user.id })
  const said = (id: string, from_me: boolean) => ({
    id,
    tenant_id,
    ticket_id: ticket,
    contact_id: contact,
    connection_id: connection,
    external_id: `${word}-${id}`,
    from_me,
    user_id: from_me ? user.id : null,
    body: `Texto ${word}`,
    status: from_me ? 'sent' : 'received',
    sent_at: new Date(),
    parts: sql.json([{ kind: 'text', text: `Texto ${word}` }]),
    sender_name: from_me ? null : `Cliente ${word}`,
  })
  await put(sql, 'core.message', [said(message, true), said(contactMessage, false)])
  await put(sql, 'core.added_words', {
    tenant_id,
    message_id: contactMessage,
    plugin: 'ai',
    sent_at: new Date(),
    body: `Dito por ${word}`,
  })
  await put(sql, 'core.delivery', {
    id: newId(),
    tenant_id,
    message_id: message,
    connection_id: connection,
    chat: `${word}-${contact}`,
    state: 'sent',
  })
  await put(sql, 'core.delivery_lane', {
    tenant_id,
    connection_id: connection,
    chat: `${word}-${contact}`,
    due_at: '2100-01-01T00:00:00Z',
  })
  await put(sql, 'core.scheduled_message', {
    id: scheduled,
    tenant_id,
    ticket_id: ticket,
    user_id: user.id,
    due_at: '2100-01-01T00:00:00Z',
    next_at: '2100-01-01T00:00:00Z',
    body: word,
    messages: sql.json([[{ kind: 'text', text: word, format: 'plain' }]]),
  })
  await put(sql, 'core.link_preview', {
    tenant_id,
    address: randomBytes(32),
    state: 'found',
    final_host: word,
    site_name: word,
    title: word,
    description: word,
    expires_at: '2100-01-01T00:00:00Z',
  })
  await put(sql, 'core.draft', {
    tenant_id,
    user_id: user.id,
    ticket_id: ticket,
    text: word,
    files: [`${word}.txt`],
    written_at: new Date(),
  })
  await put(sql, 'core.media_fetch', {
    tenant_id,
    message_id: contactMessage,
    part: 0,
    connection_id: connection,
    ref: word,
    state: 'unavailable',
  })
  return { message, contactMessage, media, uploaded, scheduled }
}
