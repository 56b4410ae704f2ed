import { keysetCursor, mint, Refusal, type CorePorts, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import * as z from 'zod'
import { plugin } from '../plugin.ts'
import type { Handler } from '../rules/handlers.ts'
import type { ShownDelivery } from './firing.ts'
import { page } from './firing-store.ts'
import type { FiringRow } from './firing.table.ts'
import { actionKey } from './run-actions.ts'

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
  const deliveries = await deliveriesOf(shown, core)
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
        results: results.map((result, at) => ({ ...result, delivery: deliveries.get(actionKey(id, at)) ?? null })),
      }
    }),
    nextCursor: rows.length > pageSize ? positionOf(shown.at(-1)!) : null,
  }
}

/** What became of webhooks of these firings, by the keys of their actions. */
async function deliveriesOf(
  rows: readonly FiringRow[],
  { webhooks }: Pick<CorePorts, 'webhooks'>,
): Promise<ReadonlyMap<string, ShownDelivery>> {
  const keys = rows.flatMap(({ id, results }) =>
    results.flatMap(({ plugin: by, name, state }, at) =>
      by === plugin.id && name === 'webhook' && state === 'done' ? [actionKey(id, at)] : [],
    ),
  )
  const found = keys.length === 0 ? [] : await webhooks.became(keys)
  return new Map(
    found.map(({ key, url, state, attempts, nextAt, log }) => [key, { url, state, attempts, nextAt, log: [...log] }]),
  )
}

const positionOf = ({ firedAt, id }: FiringRow): string => position.write({ at: firedAt.toISOString(), id })

/** @throws Refusal ERR_VALIDATION for what is no place in the list */
function readCursor(cursor: string): { at: string; id: string } {
  const read = position.read.safeParse(cursor)
  if (!read.success)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'query.cursor', message: 'not a cursor of this list' }] })
  return read.data
}
