import type { PluginTransaction } from '@recado/sdk'

/** Notes which survey a ticket asks once it is closed; the last wish counts. */
export const makeWish = async (
  tx: PluginTransaction,
  tenantId: string,
  ticketId: string,
  surveyId: string,
): Promise<void> => {
  await tx.query(
    `insert into plg_nps.wish (tenant_id, ticket_id, survey_id) values ($1, $2, $3)
     on conflict (tenant_id, ticket_id) do update set survey_id = excluded.survey_id, created_at = now()`,
    [tenantId, ticketId, surveyId],
    'array',
  )
}

/** The wished survey of a ticket that closes, which is then no wish any more. */
export async function takeWish(tx: PluginTransaction, tenantId: string, ticketId: string): Promise<string | undefined> {
  const [row] = await tx.query(
    `delete from plg_nps.wish where tenant_id = $1 and ticket_id = $2 returning survey_id as id`,
    [tenantId, ticketId],
    'object',
  )
  return (row as { id: string } | undefined)?.id
}
