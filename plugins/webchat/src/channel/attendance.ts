import { mint, type ExternalChatId, type PluginContext, type TicketUpdated } from '@recado/sdk'
import type * as z from 'zod'
import { poke } from './poke.ts'

/**
 * Tells the open widgets of a contact that somebody else attends the conversation. One contact may be several visitors:
 * each of their widgets reads again who attends its own.
 */
export async function ticketUpdated(
  { connectionId, contactId, userId, status, before }: z.output<(typeof TicketUpdated)['schema']>,
  ctx: Pick<PluginContext, 'connections' | 'core'>,
): Promise<void> {
  if (before?.userId === userId && before.status === status) return
  const connection = await ctx.connections.get(connectionId)
  if (!connection) return
  const contact = await ctx.core.contacts.get(contactId)
  for (const { kind, value } of contact?.identities ?? [])
    if (kind === 'webchat') poke(connection.topics, mint<ExternalChatId>(value), { kind: 'agent' })
}
