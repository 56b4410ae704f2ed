import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import { closed, hours, service, tellWaiting } from './answers/closed.ts'
import { openings } from './answers/openings.ts'
import { plugin } from './plugin.ts'
import * as handlers from './rules/handlers.ts'
import { notices } from './rules/rule.table.ts'

export default implementPlugin(plugin, {
  routes: handlers,
  conditions: { hours },
  responders: { closed },
  services: { hours: service, openings },
  on: {
    received: tellWaiting,
    deleted: ({ ticketId }, { db, tenant }) =>
      db.transaction(async (tx) => {
        await drizzleOn(tx)
          .delete(notices)
          .where(and(eq(notices.tenantId, tenant), eq(notices.ticketId, ticketId)))
      }),
  },
  lifecycle: {
    forget: ({ db, tenant }, _contact, { contacts }) =>
      db.transaction(async (tx) => {
        await drizzleOn(tx)
          .delete(notices)
          .where(and(eq(notices.tenantId, tenant), inArray(notices.contactId, [...contacts])))
      }),
  },
})
