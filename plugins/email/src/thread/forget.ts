import type { ContactFootprint, PluginContext } from '@recado/sdk'
import { Memory } from './memory.ts'

/**
 * Erases what is remembered of the conversations of a contact: subjects, addresses, the ids of mails, the tokens that
 * lead back.
 */
export async function forgetContact(
  ctx: Pick<PluginContext, 'connections'>,
  { chats }: ContactFootprint,
): Promise<void> {
  for (const { connection, chat } of chats) {
    const context = await ctx.connections.get(connection)
    if (context) await new Memory(context).forget(chat)
  }
}
