import { keysetCursor, mint, Refusal, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import * as z from 'zod'
import type { Handler } from '../rules/handlers.ts'
import { page } from './firing-store.ts'
import type { FiringRow } from './firing.table.ts'

const position = keysetCursor(z.object({ at: z.iso.datetime(), id: z.uuid() }))
const pageSize = 50

/** Latest first. Names are shown as far as the reader may see the ticket. */
export const readFirings: Handler<'firings'> = async (
  { query: { ruleId, refused, cursor } },
  { db, core, tenant, viewer },
) => {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await db.transaction((tx) =>
    page(drizzleOn(tx), tenant, { ruleId, refused, after, limit: pageSize + 1 }),
  )
  const shown = rows.slice(0, pageSize)
  const tickets = new Map(
    (await core.tickets.visibleTo(viewer, [...new Set(shown.map(({ ticketId }) => mint<TicketId>(ticketId)))])).map(
      (ticket) => [ticket.id as string, ticket],
    ),
  )
  return {
    firings: shown.map(({ id, ruleId: ofRule, rule, firedAt, ticketId, results }) => {
      const ticket = tickets.get(ticketId)
      return {
        id,
        ruleId: ofRule,
        rule,
        at: firedAt.toISOString(),
        ticketId: mint<TicketId>(ticketId),
        name: ticket?.name ?? null,
        protocol: ticket?.protocol ?? null,
        results,
      }
    }),
    nextCursor: rows.length > pageSize ? positionOf(shown.at(-1)!) : null,
  }
}

const positionOf = ({ firedAt, id }: FiringRow): string => position.write({ at: firedAt.toISOString(), id })

/** @throws Refusal ERR_VALIDATION for what is no place in the list */
function readCursor(cursor: string): { at: string; id: string } {
  const read = position.read.safeParse(cursor)
  if (!read.success)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'query.cursor', message: 'not a cursor of this list' }] })
  return read.data
}
