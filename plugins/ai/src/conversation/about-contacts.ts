import type { ContactId, PluginTransaction, TicketId } from '@recado/sdk'
import type { Context } from '../context.ts'

type At = Pick<Context, 'db' | 'tenant'>

/** Tables with what is known of a ticket; all of them name its contact. */
const tables = ['usage', 'words', 'written', 'conversation', 'summary'] as const

const inEach = (ctx: At, run: (tx: PluginTransaction, table: string) => Promise<unknown>): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    for (const table of tables) await run(tx, `plg_ai.${table}`)
  })

/** Erases what is known of these contacts' conversations. */
export const forgetContacts = (ctx: At, contacts: readonly ContactId[]): Promise<void> =>
  inEach(ctx, (tx, table) =>
    tx.query(`delete from ${table} where tenant_id = $1 and contact_id = any ($2)`, [ctx.tenant, contacts], 'array'),
  )

/** The same of one ticket. */
export const forgetTicket = (ctx: At, ticket: TicketId): Promise<void> =>
  inEach(ctx, (tx, table) =>
    tx.query(`delete from ${table} where tenant_id = $1 and ticket_id = $2`, [ctx.tenant, ticket], 'array'),
  )

/** What is known of `from` is known of `into`. */
export const moveContact = (ctx: At, from: ContactId, into: ContactId): Promise<void> =>
  inEach(ctx, (tx, table) =>
    tx.query(
      `update ${table} set contact_id = $3 where tenant_id = $1 and contact_id = $2`,
      [ctx.tenant, from, into],
      'array',
    ),
  )

/** What is known of a ticket is known of this contact. */
export const setContact = (ctx: At, ticket: TicketId, contact: ContactId): Promise<void> =>
  inEach(ctx, (tx, table) =>
    tx.query(
      `update ${table} set contact_id = $3 where tenant_id = $1 and ticket_id = $2`,
      [ctx.tenant, ticket, contact],
      'array',
    ),
  )

/** Tickets about which something is known of a contact. */
export async function ticketsOf({ db, tenant }: At, contact: ContactId): Promise<TicketId[]> {
  const each = tables.map(
    (table) => `select ticket_id as id from plg_ai.${table} where tenant_id = $1 and contact_id = $2`,
  )
  const rows = await db.transaction((tx) => tx.query(each.join(' union '), [tenant, contact], 'object'))
  return (rows as { id: TicketId | null }[]).flatMap(({ id }) => id ?? [])
}

/** What left about somebody, to whom, and what came of it. Undefined where nothing did. */
export async function exportContacts({ db, tenant }: At, contacts: readonly ContactId[]): Promise<unknown> {
  const read = async (sql: string): Promise<unknown[]> =>
    db.transaction((tx) => tx.query(sql, [tenant, contacts], 'object'))
  const asked = await read(
    `select at, purpose, host, model, input_tokens, output_tokens, hidden, failure from plg_ai.usage
      where tenant_id = $1 and contact_id = any ($2) order by at limit 10000`,
  )
  const words = await read(
    `select message_id, kind, language, text from plg_ai.words
      where tenant_id = $1 and contact_id = any ($2) order by at limit 10000`,
  )
  const summaries = await read(`
    select at, text, reason from plg_ai.summary where tenant_id = $1 and contact_id = any ($2) order by at limit 10000`)
  return asked.length + words.length + summaries.length === 0 ? undefined : { asked, words, summaries }
}
