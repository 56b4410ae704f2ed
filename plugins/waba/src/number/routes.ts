import { defineRoute } from '@recado/sdk'
import * as z from 'zod'

const words = z.string().nullable()

/** How far an import of the number's past is, in percent. `reason` is what the provider says of a failure. */
export const HistoryState = z.object({
  state: z.enum(['running', 'done', 'declined', 'failed']),
  progress: z.int().nullable(),
  reason: words,
})
export type HistoryState = z.output<typeof HistoryState>

/**
 * State of a number at the provider now. `quality` is GREEN, YELLOW, RED or UNKNOWN, `limit` as TIER_1K, `canSend`
 * AVAILABLE, LIMITED or BLOCKED; null is unknown. `trouble` is the reason why the state is missing.
 */
export const NumberState = z.object({
  phone: words,
  name: words,
  quality: words,
  limit: words,
  status: words,
  throughput: words,
  canSend: words,
  trouble: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type NumberState = z.output<typeof NumberState>
/** What the card shows: the number now, and what was told of its past. */
export const NumberCardState = NumberState.extend({ history: HistoryState.nullable() })
export type NumberCardState = z.output<typeof NumberCardState>

export const numberRoutes = {
  number: defineRoute({
    method: 'GET',
    path: '/numbers/:connectionId',
    summary: 'What WhatsApp says of a connection’s number',
    access: { kind: 'session', permission: 'waba.number' },
    rate: 'read',
    params: z.object({ connectionId: z.uuid() }),
    response: NumberCardState,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE'],
  }),
}
