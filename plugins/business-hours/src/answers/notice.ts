import type { PluginContext, Ticket } from '@recado/sdk'
import { conversationFacts, fillTemplate } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { sql } from 'drizzle-orm'
import { notices } from '../rules/rule.table.ts'

/**
 * Tells the contact of a conversation that nobody is there: once in each interval. The send is made again where its
 * outcome was unknown, and its key keeps it one. Answers whether it was told.
 * @param hours the interval
 */
export async function tellOnce(
  { core, db, tenant }: Pick<PluginContext, 'core' | 'db' | 'tenant'>,
  ticket: Ticket,
  message: string,
  { key, hours, now }: { readonly key: string; readonly hours: number; readonly now: Date },
): Promise<boolean> {
  const due = new Date(now.getTime() - hours * 3_600_000)
  const isMine = await db.transaction(async (raw) => {
    const [row] = await drizzleOn(raw).execute<{ key: string }>(sql`
      insert into ${notices} as n (tenant_id, ticket_id, contact_id, key, sent_at)
      values (${tenant}, ${ticket.id}, ${ticket.contactId}, ${key}, ${now.toISOString()})
      on conflict (tenant_id, ticket_id) do update set key = excluded.key, sent_at = excluded.sent_at
       where n.key = excluded.key or n.sent_at <= ${due.toISOString()}
      returning n.key`)
    return row !== undefined
  })
  if (!isMine) return false
  const company = await core.company.profile()
  const facts = conversationFacts(ticket, { company, locale: company.locale, agent: '', at: now })
  const text = fillTemplate(message, facts)
  await core.messages.send(ticket.id, [{ kind: 'text', text, format: 'markdown' }], { key })
  return true
}
