import type { PluginTransaction, UserId } from '@recado/sdk'
import { randomUUID } from 'node:crypto'
import type { MessagePush } from '../chats/tell.ts'
import type { UserContext } from '../context.ts'
import { insertMessage } from './message-store.ts'

/** Writes into the thread what happened to the group, by the viewer, and answers what to tell. The chat is locked. */
export const recordHappening = async (
  tx: PluginTransaction,
  { tenant, viewer }: Pick<UserContext, 'tenant' | 'viewer'>,
  chatId: string,
  happening: { readonly kind: string; readonly people?: readonly UserId[]; readonly name?: string },
): Promise<MessagePush> => {
  const { id, seq } = await insertMessage(tx, tenant, {
    chatId,
    userId: viewer.userId,
    key: randomUUID(),
    content: '',
    happening,
  })
  return { chatId, messageId: id, seq }
}
