import type { ContactFootprint, ContactId, PluginContext, PluginTransaction, TicketId } from '@recado/sdk'

type Context = Pick<PluginContext, 'db' | 'tenant'>

export const eraseTicket = async (tx: PluginTransaction, tenantId: string, ticket: TicketId): Promise<void> => {
  for (const table of ['request', 'wish'])
    await tx.query(`delete from plg_nps.${table} where tenant_id = $1 and ticket_id = $2`, [tenantId, ticket], 'array')
}

/** Requests to `from` are requests to `into`, so that nobody is asked more often for having been two. */
export const moveContact = async (
  tx: PluginTransaction,
  tenantId: string,
  from: ContactId,
  into: ContactId,
): Promise<void> => {
  await tx.query(
    `update plg_nps.request set contact_id = $3 where tenant_id = $1 and contact_id = $2`,
    [tenantId, from, into],
    'array',
  )
}

/** Tickets about which a contact was asked. */
export const ticketsOf = async (tx: PluginTransaction, tenantId: string, contact: ContactId): Promise<TicketId[]> =>
  (
    (await tx.query(
      `select distinct ticket_id as id from plg_nps.request where tenant_id = $1 and contact_id = $2`,
      [tenantId, contact],
      'object',
    )) as { id: TicketId }[]
  ).map(({ id }) => id)

export const setContact = async (
  tx: PluginTransaction,
  tenantId: string,
  ticket: TicketId,
  contact: ContactId,
): Promise<void> => {
  await tx.query(
    `update plg_nps.request set contact_id = $3 where tenant_id = $1 and ticket_id = $2`,
    [tenantId, ticket, contact],
    'array',
  )
}

const ids = (footprint: ContactFootprint): string => JSON.stringify(footprint.contacts)
const ofContacts = `tenant_id = $1 and contact_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))`

/** All that a contact was asked, and what they answered. */
export async function exportContact({ db, tenant }: Context, footprint: ContactFootprint): Promise<unknown> {
  const rows = await db.transaction((tx) =>
    tx.query(
      `select kind, ticket_id as "ticketId", asked_at as "askedAt", outcome, grade, highest, comment
         from plg_nps.request where ${ofContacts} order by asked_at, id`,
      [tenant, ids(footprint)],
      'object',
    ),
  )
  return rows.length === 0 ? undefined : { surveys: rows }
}

/** Grades, comments and all: an answer without a person would still tell of their conversation. */
export const forgetContact = ({ db, tenant }: Context, footprint: ContactFootprint): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(`delete from plg_nps.request where ${ofContacts}`, [tenant, ids(footprint)], 'array')
  })
