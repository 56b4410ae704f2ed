import * as z from 'zod'
import { defineRoute, EventName, instant, Refusal } from '@recado/contracts'
import { audit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { bindRoute, viewerOf, type BoundRoute, type Caller } from '../http/route.ts'
import type { EventBus } from '../bus/bus.ts'
import { deadLetterPosition } from '../bus/dead.ts'

/** An event that was given up. `error` is for administrators: it may name tables or hosts. */
export const DeadLetterView = z.object({
  consumer: z.string(),
  seq: z.string(),
  attempts: z.int(),
  error: z.string(),
  deadAt: instant,
  event: z.object({ id: z.uuid(), name: EventName, key: z.string(), at: instant, data: z.unknown() }),
})

const access = { kind: 'session', permission: 'operations.manage' } as const
const LetterParams = z.object({ consumer: z.string().min(1).max(200), seq: z.string().regex(/^\d{1,18}$/) })

const list = defineRoute({
  method: 'GET',
  path: '/operations/dead-letters',
  summary: 'Events of the company that were given up, newest first',
  access,
  rate: 'read',
  query: z.object({
    consumer: z.string().max(200).optional(),
    cursor: z.string().max(240).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ deadLetters: z.array(DeadLetterView), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
})
const replay = defineRoute({
  method: 'POST',
  path: '/operations/dead-letters/:consumer/:seq/replay',
  summary: 'Have an event that was given up handled once more',
  access,
  rate: 'write',
  params: LetterParams,
  response: z.object({ replayed: z.literal(true) }),
  status: 202,
  errors: ['ERR_NOT_FOUND'],
})
const discard = defineRoute({
  method: 'DELETE',
  path: '/operations/dead-letters/:consumer/:seq',
  summary: 'Delete an event that was given up',
  access,
  rate: 'write',
  params: LetterParams,
  response: z.object({ discarded: z.literal(true) }),
  errors: ['ERR_NOT_FOUND'],
})

/** Routes of an administrator for the company's dead letters. */
export function busRoutes({ bus, db }: { readonly bus: EventBus; readonly db: Database }): BoundRoute[] {
  /** The bus works without a company's transaction, hence beside it. */
  const wroteDown = (
    caller: Caller,
    action: 'deadLetter.replay' | 'deadLetter.discard',
    { consumer, seq }: z.output<typeof LetterParams>,
  ): Promise<void> => {
    const { tenantId, userId } = viewerOf(caller)
    return db.tenant(tenantId, (tx) => audit(tx, { tenantId, userId, action, subject: `${consumer}/${seq}` }))
  }
  return [
    bindRoute(list, async ({ query }, caller) => {
      const { consumer, cursor, limit } = query
      const letters = await bus.dead.list({
        tenantId: viewerOf(caller).tenantId,
        consumer,
        before: cursor,
        limit: limit + 1,
      })
      const shown = letters.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = letters.length > limit
      return {
        deadLetters: shown.map((letter) => ({ ...letter, deadAt: letter.deadAt.toISOString() })),
        hasMore,
        nextCursor: hasMore && last ? deadLetterPosition(last) : null,
      }
    }),
    bindRoute(replay, async ({ params }, caller) => {
      if (!(await bus.dead.replay(params.consumer, params.seq, viewerOf(caller).tenantId)))
        throw new Refusal('ERR_NOT_FOUND')
      await wroteDown(caller, 'deadLetter.replay', params)
      return { replayed: true as const }
    }),
    bindRoute(discard, async ({ params }, caller) => {
      if (!(await bus.dead.discard(params.consumer, params.seq, viewerOf(caller).tenantId)))
        throw new Refusal('ERR_NOT_FOUND')
      await wroteDown(caller, 'deadLetter.discard', params)
      return { discarded: true as const }
    }),
  ]
}
