import type { PluginTransaction, TicketId } from '@recado/sdk'

export interface Alike {
  readonly ticketId: TicketId
  readonly text: string
  readonly at: string
}

/** Share of the words of a summary that have to be in another one. */
const leastShared = 0.25

/** Summaries of other tickets that share the most of these words, the most alike first. */
export const findAlike = async (
  tx: PluginTransaction,
  tenant: string,
  { ticketId, words }: { readonly ticketId: TicketId; readonly words: readonly string[] },
  most: number,
): Promise<Alike[]> =>
  (await tx.query(
    `select ticket_id as "ticketId", text, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
       from (select *, (select count(*) from unnest(words) as word where word = any ($3::text[])) as shared
               from plg_ai.summary where tenant_id = $1 and ticket_id <> $2 and words && $3::text[]) as found
      where shared >= 2 and shared >= $4::float8 * least(cardinality(words), $5::int)
      order by shared::float8 / greatest(cardinality(words), $5::int) desc, at desc limit $6::int`,
    [tenant, ticketId, words, leastShared, words.length, most],
    'object',
  )) as Alike[]
