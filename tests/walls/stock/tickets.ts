import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Tickets in several states, views of them, and who answers in them. */
export async function ticketsOf(
  sql: Sql,
  { tenant, user, queue, word }: StockOwner,
  { connection, contact, tag }: { connection: string; contact: string; tag: string },
) {
  const [ticket, ticketView, deletedView] = [newId(), newId(), newId()]
  const tenant_id = tenant.id
  await put(sql, 'core.ticket', {
    id: ticket,
    tenant_id,
    protocol: `${word}-${ticket.slice(-12)}`,
    status: 'open',
    contact_id: contact,
    origin_id: contact,
    connection_id: connection,
    channel: 'webchat',
    chat: `${word}-${contact}`,
    user_id: user.id,
    queue_id: queue,
    last_message: word,
    unread: 1,
  })
  await put(sql, 'core.ticket_tag', { tenant_id, ticket_id: ticket, tag_id: tag })
  await put(sql, 'core.ticket_pin', { tenant_id, user_id: user.id, ticket_id: ticket })
  await put(sql, 'core.ticket_watch', { tenant_id, user_id: user.id, ticket_id: ticket })
  const [closedTicket, partTicket, ticketMerge] = [newId(), newId(), newId()]
  await put(
    sql,
    'core.ticket',
    [
      { id: closedTicket, merged_into: null },
      { id: partTicket, merged_into: ticket },
    ].map((of) => ({
      ...of,
      tenant_id,
      protocol: `${word}-${of.id.slice(-12)}`,
      status: 'closed',
      contact_id: contact,
      origin_id: contact,
      connection_id: connection,
      channel: 'webchat',
      chat: `${word}-${contact}`,
      user_id: user.id,
      queue_id: queue,
      last_message: word,
    })),
  )
  await put(sql, 'core.ticket_merge', {
    id: ticketMerge,
    tenant_id,
    from_id: partTicket,
    into_id: ticket,
    origins: [partTicket],
    before: sql.json({
      from: { status: 'closed', unread: 0, userId: user.id },
      into: { unread: 0, lastMessage: word, fromMe: false, at: null, answered: false },
      tags: [],
    }),
    user_id: user.id,
  })
  await put(sql, 'core.responder_order', {
    tenant_id,
    connection_id: connection,
    places: sql.json([{ plugin: word, name: 'main', input: { word } }]),
  })
  await put(sql, 'core.responder_turn', {
    tenant_id,
    ticket_id: ticket,
    plugin: word,
    name: 'main',
    state: 'kept',
    until: new Date(Date.now() + 86_400_000),
  })
  await put(sql, 'core.responder_decision', {
    tenant_id,
    ticket_id: ticket,
    plugin: word,
    name: 'main',
    outcome: 'passed',
    note: word,
  })
  await put(sql, 'core.expected_reply', {
    tenant_id,
    ticket_id: closedTicket,
    plugin: word,
    until: new Date(Date.now() + 86_400_000),
  })
  await put(
    sql,
    'core.ticket_view',
    [
      { id: ticketView, deleted_at: null },
      { id: deletedView, deleted_at: new Date() },
    ].map((view) => ({
      ...view,
      tenant_id,
      user_id: user.id,
      name: `Visão ${word}`,
      icon: 'inbox',
      filter: sql.json({ searchParam: word, queuesIds: [queue] }),
    })),
  )
  await put(sql, 'core.ticket_log', { id: newId(), tenant_id, ticket_id: ticket, type: 'open', user_id: user.id })
  await put(sql, 'core.ticket_batch', {
    id: newId(),
    tenant_id,
    kind: 'resolve',
    filter: sql.json({ status: ['open'] }),
    state: 'done',
    total: 0,
    requested_by: user.id,
  })
  const bellEntry = newId()
  await put(sql, 'core.bell_entry', {
    id: bellEntry,
    tenant_id,
    user_id: user.id,
    kind: 'mentioned',
    ticket_id: ticket,
    place: `notes/${bellEntry}`,
  })
  await put(sql, 'core.bell_entry', {
    id: newId(),
    tenant_id,
    user_id: user.id,
    kind: 'plugin',
    plugin: 'notes',
    notice: 'told',
    notice_key: newId(),
    facts: sql.json({ word }),
  })
  return { ticket, closedTicket, ticketMerge, ticketView, deletedView, bellEntry }
}
