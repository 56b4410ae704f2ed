import type { RouteRequest, SessionContext, ShapeOf, StreamEvent, Ticket } from '@recado/sdk'
import { citedIn, type Source } from '../conversation/knowledge.ts'
import { requireTicket } from '../conversation/require-ticket.ts'
import { refusal } from '../errors.ts'
import { askInPieces, type Question } from '../models/ask.ts'
import { generalFailure } from '../models/general-failure.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { closeAnswer, type ModelAnswer } from '../models/provider.ts'
import type { Definition } from '../plugin.ts'
import type { routes } from './routes.ts'
import { readSummary, writeSummary, type Summary } from './summary-store.ts'
import { toRewrite, toSuggest, toSummarize } from './write.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Request<Name extends keyof typeof routes> = RouteRequest<(typeof routes)[Name]>

interface Telling {
  readonly purpose: string
  readonly question: Question
  /** What the answer may name by number. */
  readonly sources?: readonly Source[]
  settle?(answer: ModelAnswer): Promise<void>
}

/** Pieces as they come, then the whole with what it rests on. @throws Refusal with the reason, or ERR_AI_REWRITE */
async function* told(
  ctx: Ctx,
  ticket: Ticket,
  { purpose, question, sources = [], settle }: Telling,
): AsyncGenerator<StreamEvent> {
  const pieces = askInPieces(ctx, question, { purpose, ticket })
  try {
    let next = await pieces.next()
    for (; !next.done; next = await pieces.next()) yield { event: 'piece', data: { text: next.value } }
    await settle?.(next.value)
    const { text, cited } = citedIn(next.value.text, sources)
    yield { event: 'done', data: { text, cut: next.value.cut, sources: cited } }
  } catch (error) {
    if (error instanceof ModelFailure) throw refusal(generalFailure(error.code, 'ERR_AI_REWRITE'), {}, { cause: error })
    throw error
  } finally {
    await closeAnswer(pieces)
  }
}

export const rewrite = async ({ body: { ticketId, text, wish } }: Request<'rewrite'>, ctx: Ctx) => {
  if (text.trim() === '') throw refusal('ERR_AI_TEXT_REQUIRED')
  const ticket = await requireTicket(ctx, ticketId)
  return told(ctx, ticket, { purpose: 'rewrite', question: toRewrite(text, wish, ctx.settings.glossary) })
}

export const suggest = async ({ body: { ticketId } }: Request<'suggest'>, ctx: Ctx) => {
  if (!ctx.settings.suggestReplies) throw refusal('ERR_AI_OFF')
  const ticket = await requireTicket(ctx, ticketId)
  return told(ctx, ticket, { purpose: 'suggestion', ...(await toSuggest(ctx, ticket)) })
}

export const summarize = async ({ params: { ticketId } }: Request<'summarize'>, ctx: Ctx) => {
  if (!ctx.settings.summarizeAsked) throw refusal('ERR_AI_OFF')
  const ticket = await requireTicket(ctx, ticketId)
  const about = { ticketId, contactId: ticket.contactId }
  return told(ctx, ticket, {
    purpose: 'summary',
    question: await toSummarize(ctx, ticket),
    settle: async ({ text }) => {
      await ctx.db.transaction((tx) => writeSummary(tx, ctx.tenant, about, { text, reason: null }))
      await ctx.core.tickets.announce(ticketId)
    },
  })
}

export const summary = async (
  { params: { ticketId } }: Request<'summary'>,
  ctx: Ctx,
): Promise<{ summary: Summary | null }> => {
  await requireTicket(ctx, ticketId)
  return { summary: await ctx.db.transaction((tx) => readSummary(tx, ctx.tenant, ticketId)) }
}
