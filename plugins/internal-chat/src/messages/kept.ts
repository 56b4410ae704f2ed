import type { PluginTransaction } from '@recado/sdk'
import type { UserContext } from '../context.ts'
import { refusal } from '../errors.ts'
import { findMessage, type MessageRow } from './message-store.ts'

/** @throws Refusal ERR_CHAT_MESSAGE_NOT_FOUND for one of a chat that the viewer is not in */
export async function requireMessage(tx: PluginTransaction, ctx: UserContext, id: string): Promise<MessageRow> {
  const row = await findMessage(tx, ctx.tenant, ctx.viewer.userId, id)
  if (!row) throw refusal('ERR_CHAT_MESSAGE_NOT_FOUND')
  return row
}

/** @throws Refusal ERR_CHAT_MESSAGE_NOT_FOUND for a deleted one as well, and for what a chat says of itself */
export async function requireKept(tx: PluginTransaction, ctx: UserContext, id: string): Promise<MessageRow> {
  const row = await requireMessage(tx, ctx, id)
  if (row.isDeleted || row.happening) throw refusal('ERR_CHAT_MESSAGE_NOT_FOUND')
  return row
}
