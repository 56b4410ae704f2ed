import { defaultNotificationChoice, NotificationChoice, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { notificationChoice } from '../tables/notification-choice.table.ts'

/** Each user's choice of notifications. An unreadable stored one counts as none. */
export class NotificationChoices {
  readonly #db: Database
  constructor({ db }: { readonly db: Database }) {
    this.#db = db
  }

  async of({ tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>): Promise<NotificationChoice> {
    const [[row]] = await this.#db.read(tenantId, (query) => [
      query<{
        choice: unknown
      }>`select choice from core.notification_choice where tenant_id = ${tenantId} and user_id = ${userId}`,
    ])
    return NotificationChoice.catch(defaultNotificationChoice).parse(row?.choice ?? {})
  }

  async change(
    { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
    choice: NotificationChoice,
  ): Promise<NotificationChoice> {
    await this.#db.tenant(tenantId, (tx) =>
      tx
        .insert(notificationChoice)
        .values({ tenantId, userId, choice })
        .onConflictDoUpdate({
          target: [notificationChoice.tenantId, notificationChoice.userId],
          set: { choice: sql`excluded.choice`, updatedAt: sql`now()` },
        }),
    )
    return choice
  }
}
