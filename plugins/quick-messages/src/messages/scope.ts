import { Refusal, type Viewer } from '@recado/sdk'
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Scope } from './limits.ts'
import { quickMessages } from './quick-message.table.ts'

/** Permission to write the messages of others (S6-012, S6-013); everybody writes their own. */
export const managePermission = 'quick-messages.manage'

type Reader = Pick<Viewer, 'userId' | 'role' | 'queueIds' | 'can'>

/**
 * Global ones, one's own, and those of one's queues; administrators see every queue's. Nobody sees another's personal
 * ones.
 */
export const visibleTo = (viewer: Reader): SQL =>
  or(
    eq(quickMessages.scope, 'global'),
    and(eq(quickMessages.scope, 'personal'), eq(quickMessages.userId, viewer.userId)),
    and(
      eq(quickMessages.scope, 'queue'),
      viewer.role === 'admin' ? sql`true` : inArray(quickMessages.queueId, [...viewer.queueIds]),
    ),
  )!

export const mayWrite = (viewer: Reader, scope: Scope): boolean => scope === 'personal' || viewer.can(managePermission)

/** @throws Refusal ERR_NO_PERMISSION */
export function requireWrite(viewer: Reader, scope: Scope): void {
  if (!mayWrite(viewer, scope)) throw new Refusal('ERR_NO_PERMISSION')
}
