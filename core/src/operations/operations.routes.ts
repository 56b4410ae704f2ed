import { DeadLettersDone, defineRoute, InstallationDeadLetterPage, instant, OperationsStatus } from '@recado/contracts'
import * as z from 'zod'
import { deadLetterPosition } from '../bus/dead.ts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { InstallationLetters } from './installation-letters.ts'
import type { Operations } from './operations.ts'

const access = { kind: 'session', permission: 'platform.manage' } as const
const consumerName = z.string().min(1).max(200)
const seq = z.string().regex(/^\d{1,18}$/)

const ReadStatus = defineRoute({
  method: 'GET',
  path: '/operations/status',
  summary: 'How the installation stands, what is wrong first; a part that cannot be read is null and named',
  access,
  rate: 'read',
  response: OperationsStatus,
})
const ListLetters = defineRoute({
  method: 'GET',
  path: '/operations/installation/dead-letters',
  summary: 'Events of all companies that were given up, newest first, without what they say',
  access,
  rate: 'read',
  query: z.object({
    consumer: consumerName.optional(),
    cursor: z.string().max(240).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: InstallationDeadLetterPage,
})
const Choice = z.object({ consumer: consumerName, seq: seq.optional(), asOf: instant.optional() })
const act = {
  access: { ...access, confirmed: true },
  rate: 'write',
  response: DeadLettersDone,
  errors: ['ERR_NOT_FOUND'],
} as const
const Replay = defineRoute({
  method: 'POST',
  path: '/operations/installation/dead-letters/replay',
  ...act,
  body: Choice,
  summary:
    'Have one dead letter handled once more, or the oldest of a consumer: while `hasMore`, again with the same `asOf`',
})
const Discard = defineRoute({
  method: 'POST',
  path: '/operations/installation/dead-letters/discard',
  ...act,
  body: Choice,
  summary: 'Take away one dead letter, or the oldest of a consumer; for a day the `asOf` of the answer brings it back',
})
const Restore = defineRoute({
  method: 'POST',
  path: '/operations/installation/dead-letters/restore',
  ...act,
  body: Choice.extend({ asOf: instant }),
  summary: 'Bring back what was discarded with this `asOf`',
})

export interface OperationsRoutesOptions {
  readonly operations: Operations
  readonly letters: InstallationLetters
}

/** Routes of a master for the running installation and its dead letters. */
export function operationsRoutes({ operations, letters }: OperationsRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(ReadStatus, () => operations.status()),
    bindRoute(ListLetters, async ({ query: { consumer, cursor, limit } }) => {
      const found = await letters.list({ consumer, before: cursor, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = found.length > limit
      return {
        deadLetters: shown.map((letter) => ({ ...letter, deadAt: letter.deadAt.toISOString() })),
        hasMore,
        nextCursor: hasMore && last ? deadLetterPosition(last) : null,
      }
    }),
    bindRoute(Replay, ({ body }, caller) => letters.replay(viewerOf(caller), body)),
    bindRoute(Discard, ({ body }, caller) => letters.discard(viewerOf(caller), body)),
    bindRoute(Restore, ({ body }, caller) => letters.restore(viewerOf(caller), body)),
  ]
}
