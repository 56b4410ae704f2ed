import { UserConfigs, type LoginResult } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { queue } from '../queues/queue.table.ts'
import { userAccount, userQueue } from '../users/user.table.ts'

/** What the login result says of a user (S3-064), without the session. */
export type Account = Omit<LoginResult, 'token' | 'sessionId'>

/** Reads a user's own account. Undefined for a user who is not of this company. */
export async function readAccount(tx: Tx, tenantId: string, userId: string): Promise<Account | undefined> {
  const queues = sql<Account['queues']>`coalesce((
    select jsonb_agg(jsonb_build_object('id', ${queue.id}, 'queue', ${queue.name}) order by ${queue.name})
      from ${userQueue} join ${queue} on ${queue.tenantId} = ${userQueue.tenantId} and ${queue.id} = ${userQueue.queueId}
     where ${userQueue.tenantId} = ${userAccount.tenantId} and ${userQueue.userId} = ${userAccount.id}), '[]')`
  const [user] = await tx.select({
    id: userAccount.id, name: userAccount.name, profile: userAccount.profile, isMaster: userAccount.isMaster, configs: userAccount.configs, image: userAccount.image,
    email: userAccount.email, phoneNumber: userAccount.phoneNumber, isOnline: userAccount.isOnline, isHidden: userAccount.isHidden, queues,
  }).from(userAccount).where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId)))
  return user && {
    username: user.name, profile: user.profile, userId: user.id as Account['userId'], tenantId, isMaster: user.isMaster, queues: user.queues, configs: UserConfigs.parse(user.configs),
    image: user.image, email: user.email, phoneNumber: user.phoneNumber, status: user.isOnline ? 'online' : 'offline', isHidden: user.isHidden,
  }
}
