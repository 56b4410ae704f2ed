import type { MessageId, RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { ownWords } from '../conversation/own-words.ts'
import { requireTicket } from '../conversation/require-ticket.ts'
import { refusal } from '../errors.ts'
import type { Definition } from '../plugin.ts'
import type { routes } from './routes.ts'
import { audioOf } from './audio-of.ts'
import { transcribeMessage } from './transcribe.ts'
import { translateMessage } from './translate.ts'
import { readWords, readWordsOf } from './words-store.ts'
import { refuseFailed } from './refuse-failed.ts'
import { writeWritten } from './written-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

export const words: Handler<'words'> = async ({ params: { ticketId } }, ctx) => {
  await requireTicket(ctx, ticketId)
  return { words: await ctx.db.transaction((tx) => readWordsOf(tx, ctx.tenant, ticketId)) }
}

/** A message that this user may see. @throws Refusal ERR_NO_MESSAGE_FOUND */
async function requireMessage(ctx: Ctx, id: MessageId) {
  const message = await ctx.core.messages.get(id)
  if (!message || message.isDeleted) throw refusal('ERR_NO_MESSAGE_FOUND')
  return message
}

export const transcribe: Handler<'transcribe'> = async ({ params: { messageId } }, ctx) => {
  const message = await requireMessage(ctx, messageId)
  if (!audioOf(message)) throw refusal('ERR_AUDIO')
  return refuseFailed(await transcribeMessage(ctx, message), 'ERR_TRANSCRIPTION')
}

export const translate: Handler<'translate'> = async ({ params: { messageId }, body: { to } }, ctx) => {
  const message = await requireMessage(ctx, messageId)
  const spoken = await ctx.db.transaction((tx) => readWords(tx, ctx.tenant, messageId, 'transcript'))
  const made = await translateMessage(ctx, message, spoken?.state === 'done' ? spoken.text : ownWords(message), to)
  if (!made) throw refusal('ERR_AI_TEXT_REQUIRED')
  return refuseFailed(made, 'ERR_TRANSLATION')
}

export const written: Handler<'written'> = async ({ params: { ticketId }, body }, ctx) => {
  const { contactId } = await requireTicket(ctx, ticketId)
  const writer = { ticketId, userId: ctx.viewer.userId }
  await ctx.db.transaction((tx) => writeWritten(tx, ctx.tenant, writer, contactId, body))
  return {}
}
