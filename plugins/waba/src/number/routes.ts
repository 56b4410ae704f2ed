import { defineRoute } from '@recado/sdk'
import * as z from 'zod'

const words = z.string().nullable()

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

export const numberRoutes = {
  number: defineRoute({
    method: 'GET',
    path: '/numbers/:connectionId',
    summary: 'What WhatsApp says of a connection’s number',
    access: { kind: 'session', permission: 'waba.number' },
    rate: 'read',
    params: z.object({ connectionId: z.uuid() }),
    response: NumberState,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE'],
  }),
}
