import { mint, UserConfigs, type LoginResult, type QueueId, type UserId } from '@recado/contracts'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { queue } from '../tables/queue.table.ts'
import type { Pictures } from '../users/picture.ts'
import { userAccount, userQueue } from '../tables/user.table.ts'

/** User data of the login result (S3-064), without the session. */
export type Account = Omit<LoginResult, 'token' | 'sessionId'>

/** Reads a user's own account. Undefined for a user who is not of this company. */
export async function readAccount(
  tx: Tx,
  tenantId: string,
  userId: string,
  pictures: Pick<Pictures, 'url'>,
): Promise<Account | undefined> {
  // Both leave together on the transaction's connection.
  const [[user], queues] = await Promise.all([
    tx
      .select()
      .from(userAccount)
      .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId))),
    tx
      .select({ id: queue.id, queue: queue.name })
      .from(userQueue)
      .innerJoin(queue, and(eq(queue.tenantId, userQueue.tenantId), eq(queue.id, userQueue.queueId)))
      .where(and(eq(userQueue.tenantId, tenantId), eq(userQueue.userId, userId)))
      .orderBy(asc(queue.name)),
  ])
  return (
    user && {
      username: user.name,
      profile: user.profile,
      userId: mint<UserId>(user.id),
      tenantId,
      isMaster: user.isMaster,
      queues: queues.map((row) => ({ ...row, id: mint<QueueId>(row.id) })),
      configs: UserConfigs.parse(user.configs),
      image: pictures.url(tenantId, user.image),
      email: user.email,
      phoneNumber: user.phoneNumber,
      status: user.isOnline ? 'online' : 'offline',
      isHidden: user.isHidden,
    }
  )
}
