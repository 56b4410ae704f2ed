import type { RefusedRecipient } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'

/**
 * The assignment, with its comma, that writes into the head of a letter who of the others did not get it. For an update
 * of `core.message m`.
 */
export const partsTelling = (refused: readonly RefusedRecipient[]): SQL => sql`
  parts = (select jsonb_agg(
                    case part ->> 'kind'
                         when 'letterHead'
                         then part || jsonb_build_object('refused', ${JSON.stringify(refused)}::text::jsonb)
                         else part end order by place)
             from jsonb_array_elements(m.parts) with ordinality as listed (part, place)),`
