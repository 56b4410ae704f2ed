import type { MessageId } from '@recado/sdk'
import type { Context } from '../context.ts'
import { endWords } from './words-store.ts'

/**
 * Keeps what is spoken in a recording, or what an image shows, and has the message found by it. A failure is kept with
 * its reason, and nothing is found by it.
 */
export async function keepTranscript(
  ctx: Context,
  message: MessageId,
  made: Parameters<typeof endWords>[4],
): Promise<void> {
  await ctx.core.messages.setWords(message, made.failure === undefined ? (made.text ?? null) : null)
  await ctx.db.transaction((tx) => endWords(tx, ctx.tenant, message, 'transcript', made))
}
