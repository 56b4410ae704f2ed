import { BellPage, defineRoute, Empty, instant } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Bell } from './bell.ts'

const own = { kind: 'session', permission: 'account.own' } as const
const maxBody = 1_024

const Read = defineRoute({
  method: 'GET',
  path: '/notifications/entries',
  summary: 'What happened that one has to know: mentions, assignments, reminders, failures',
  access: own,
  rate: 'read',
  query: z.object({ before: z.uuid().optional().describe('`next` of the page before') }),
  response: BellPage,
})
const MarkAll = defineRoute({
  method: 'POST',
  path: '/notifications/entries/read',
  summary: 'Mark everything as read up to an instant',
  access: own,
  rate: 'write',
  maxBody,
  body: z.strictObject({ until: instant.describe('`at` of the newest entry that was seen') }),
  response: Empty,
})
const Mark = defineRoute({
  method: 'PUT',
  path: '/notifications/entries/:entryId',
  summary: 'Mark an entry as read or unread',
  access: own,
  rate: 'write',
  maxBody,
  params: z.object({ entryId: z.uuid() }),
  body: z.strictObject({ read: z.boolean() }),
  response: Empty,
  errors: ['ERR_NO_NOTIFICATION_FOUND'],
})

/** The calls of the bell, each about the caller's own entries. */
export const bellRoutes = (bell: Bell): readonly BoundRoute[] => [
  bindRoute(Read, ({ query }, caller) => bell.page(viewerOf(caller), query.before)),
  bindRoute(MarkAll, async ({ body }, caller) => {
    await bell.markAll(viewerOf(caller), body.until)
    return {}
  }),
  bindRoute(Mark, async ({ params, body }, caller) => {
    await bell.mark(viewerOf(caller), params.entryId, body.read)
    return {}
  }),
]
