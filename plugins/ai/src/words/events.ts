import type { MessageId, TicketId, UserId } from '@recado/sdk'
import type { Context } from '../context.ts'
import { ownWords } from '../conversation/own-words.ts'
import { audioOf } from './audio-of.ts'
import { isMadeOf } from './made-of.ts'
import { isSameLanguage } from './same-language.ts'
import { transcribeMessage } from './transcribe.ts'
import { translateMessage } from './translate.ts'
import { putWords } from './words-store.ts'
import { dropWritten, readWritten } from './written-store.ts'

interface About {
  readonly ticketId: TicketId
  readonly messageId: MessageId
}

/** Event `message.received`: leaves to a job what takes a while, where the ticket has it switched on. */
export async function received({ ticketId, messageId }: About, ctx: Context): Promise<void> {
  const ticket = await ctx.core.tickets.get(ticketId)
  if (!ticket) return
  const isHeard = ticket.audioTranscription ?? ctx.settings.transcribeAll
  if (isHeard || ticket.translationEnabled) await ctx.enqueue('words', { ticketId, messageId }, { key: messageId })
}

/** Job `words`: the transcript of a voice message, and the translation of what was said. */
export async function makeWords({ ticketId, messageId }: About, ctx: Context): Promise<void> {
  const [ticket, message] = await Promise.all([ctx.core.tickets.get(ticketId), ctx.core.messages.get(messageId)])
  if (!ticket || !message || message.isDeleted) return
  const isHeard = ticket.audioTranscription ?? ctx.settings.transcribeAll
  const spoken = isHeard && audioOf(message) ? await transcribeMessage(ctx, message) : undefined
  if (!ticket.translationEnabled) return
  const words = spoken?.state === 'done' ? spoken.text : ownWords(message)
  const to = ticket.agentLanguage ?? (await ctx.core.company.profile()).locale
  if (!isSameLanguage(ticket.clientLanguage ?? '', to)) await translateMessage(ctx, message, words, to, false)
}

/** Event `message.created`: keeps beside a message what its author wrote before it was translated. */
export async function sent(
  { ticketId, messageId, userId }: About & { readonly userId: UserId | null },
  ctx: Context,
): Promise<void> {
  if (userId === null) return
  const writer = { ticketId, userId }
  const written = await ctx.db.transaction((tx) => readWritten(tx, ctx.tenant, writer))
  if (!written) return
  const message = await ctx.core.messages.get(messageId)
  if (!message || !isMadeOf(message.body, written.translation)) return
  const about = { messageId, ticketId, contactId: message.contactId }
  await ctx.db.transaction(async (tx) => {
    await putWords(tx, ctx.tenant, about, 'written', written.text)
    await dropWritten(tx, ctx.tenant, writer)
  })
  await ctx.core.tickets.announce(ticketId)
}
