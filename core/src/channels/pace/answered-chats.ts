import type { InboundMessage, Logger } from '@recado/contracts'
import type { Database } from '../../db/database.ts'
import type { ChannelCatalogue } from '../channel-catalogue.ts'
import type { Source } from '../inbound-source.ts'

interface AnsweredDeps {
  readonly db: Database
  readonly channel: ChannelCatalogue['find']
  /** Something of the connection may go out sooner. */
  readonly wake: (connectionId: string) => void
  readonly log: Logger
}

/**
 * What waits to begin a chat waits no more once the other side has written there. Call after the messages are stored;
 * a call that fails costs nothing but the wait.
 */
export const createAnsweredChats =
  ({ db, channel, wake, log }: AnsweredDeps) =>
  ({ tenantId, connectionId, type }: Source, messages: readonly Pick<InboundMessage, 'chat' | 'sender'>[]): void => {
    if (!channel(type)?.spec.pace) return
    const chats = [...new Set(messages.filter(({ sender }) => !sender.isSelf).map(({ chat }) => chat))]
    if (chats.length === 0) return
    db.write(tenantId, (sql) => [
      sql`update core.delivery_lane set opens = false
        where tenant_id = ${tenantId} and connection_id = ${connectionId} and chat = any(${chats}::text[]) and opens
        returning chat`,
    ]).then(
      ([freed]) => {
        if (freed.length > 0) wake(connectionId)
      },
      (error: unknown) => log.warn({ err: error, connection: connectionId }, 'an answered chat waits for its time'),
    )
  }
